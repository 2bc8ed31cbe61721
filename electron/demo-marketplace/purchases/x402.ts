import type { OfferedTool } from '../catalogue/tool.ts';
import type { JsonObject } from '../http/json.ts';

const PAY_TO = '0x000000000000000000000000000000000000dEaD';
const VALID_SECONDS = 300;
const USDC = { name: 'USD Coin', version: '2' };

/** The test network, which version 1 names and version 2 numbers. */
const NETWORK = { name: 'base-sepolia', id: 'eip155:84532' };

/** The 402 answer of a resource at the Tool's price, in a body (version 1) and in a base64 header (version 2). */
export function paymentRequired(tool: OfferedTool, resource: string, error: string): Response {
  const { payment, price } = tool;
  const shared = { scheme: payment?.scheme ?? 'exact', asset: payment?.asset ?? '', payTo: PAY_TO };
  const about = { description: tool.title, mimeType: 'application/json' };
  const body: JsonObject = {
    x402Version: 1,
    error,
    accepts: [
      {
        ...shared,
        ...about,
        network: NETWORK.name,
        maxAmountRequired: price.units,
        resource,
        outputSchema: {
          input: { type: 'http', method: 'GET', discoverable: true },
          output: tool.outputJsonSchema,
        },
        maxTimeoutSeconds: VALID_SECONDS,
        extra: USDC,
      },
    ],
  };
  const header: JsonObject = {
    x402Version: 2,
    error,
    resource: { url: resource, ...about },
    accepts: [
      { ...shared, network: NETWORK.id, amount: price.units, maxTimeoutSeconds: VALID_SECONDS, extra: USDC },
    ],
  };
  return new Response(JSON.stringify(body), {
    status: 402,
    headers: {
      'Content-Type': 'application/json',
      'PAYMENT-REQUIRED': Buffer.from(JSON.stringify(header)).toString('base64'),
    },
  });
}
