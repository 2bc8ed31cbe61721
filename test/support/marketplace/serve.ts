/** A controlled marketplace in a process of its own: `serve.ts [--port N] [--books FILE]`. Writes one line of JSON. */
import { parseArgs } from 'node:util';
import { startControlledMarketplace } from './controlled-marketplace.ts';

const { values } = parseArgs({ options: { port: { type: 'string' }, books: { type: 'string' } } });
const market = await startControlledMarketplace({
  port: Number(values.port ?? 0),
  ...(values.books === undefined ? {} : { booksFile: values.books }),
});
const { baseUrl: url, control } = market;
process.stdout.write(`${JSON.stringify({ url, key: market.issueKey(), control })}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => market.close().finally(() => process.exit(0)));
