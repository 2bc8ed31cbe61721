import { isObject } from '#shared/json.ts';
import { type OfferedTool, toolRefOf } from '../catalogue/tool.ts';
import type { JsonObject } from '../http/json.ts';
import { type DemoAmount, formatDemoAmount } from '../purchases/amount.ts';

/** The parts of a Tool from which `listTool` derives the rest. */
export type Listing = Pick<
  OfferedTool,
  | 'capabilityId'
  | 'title'
  | 'description'
  | 'provider'
  | 'posture'
  | 'healthStatus'
  | 'inputJsonSchema'
  | 'outputJsonSchema'
> &
  Partial<
    Pick<
      OfferedTool,
      | 'version'
      | 'displayPrice'
      | 'listingTier'
      | 'checkedMinutesAgo'
      | 'healthyMinutesAgo'
      | 'location'
      | 'evidence'
      | 'authentication'
      | 'payment'
      | 'check'
      | 'run'
    >
  > & {
    /** USD with six decimal places. */
    units: string;
    terms?: { label: string; value: string }[];
    timeoutMs?: number;
    /** Data-use classification of all input fields; public data by default. */
    classification?: string;
    parametersIn?: 'query' | 'body';
  };

/** Payment on a test network, where no real money can be spent. */
export const BASE_PAYMENT: NonNullable<OfferedTool['payment']> = {
  protocol: 'x402',
  scheme: 'exact',
  network: 'eip155:84532',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  currency: 'USD',
};

/** Makes a Tool: adds the reference, price label, effects and data use to a listing. */
export function listTool(listing: Listing): OfferedTool {
  const {
    units,
    terms = [],
    timeoutMs = 15_000,
    classification = 'public_data',
    parametersIn,
    ...rest
  } = listing;
  const price: DemoAmount = { currency: 'USD', units, exponent: 6 };
  const version = listing.version ?? 1;
  const properties = isObject(listing.inputJsonSchema.properties) ? listing.inputJsonSchema.properties : {};
  const required = (listing.inputJsonSchema.required ?? []) as string[];
  return {
    ...rest,
    toolRef: toolRefOf(listing.capabilityId, listing.provider.slug),
    version,
    price,
    priceLabel: units === '0' ? 'Free' : `${formatDemoAmount(price)} per request`,
    materialTerms: [
      { label: 'Operation ID', value: `capability:${listing.capabilityId}` },
      { label: 'Capability name', value: listing.capabilityId },
      { label: 'Capability version', value: String(version) },
      { label: 'Publisher kind', value: 'Observed external' },
      { label: 'Total authorization per request', value: formatDemoAmount(price) },
      { label: 'Request timeout', value: `${timeoutMs} ms` },
      ...terms,
    ],
    effects: [
      {
        effectId: 'effect:data-release',
        class: 'data_release',
        authority: 'explicit',
        reversibility: 'irreversible',
      },
    ],
    dataUse: Object.keys(properties).map((name) => ({
      effectId: 'effect:data-release',
      inputPointer: `/${name}`,
      classification,
      phase: 'execution',
      recipient: listing.provider.slug,
      purposes: ['execute_request'],
    })),
    evidence: listing.evidence ?? [{ evidenceId: 'evidence:output', outputPointer: '', purpose: 'delivery' }],
    authentication: listing.authentication ?? { kind: 'x402' },
    ...(parametersIn
      ? {
          parameters: Object.entries(properties).map(([name, schema]) => ({
            name,
            in: parametersIn,
            required: required.includes(name),
            ...describedBy(schema),
          })),
        }
      : {}),
  };
}

function describedBy(schema: unknown): JsonObject & { description?: string } {
  return isObject(schema) && typeof schema.description === 'string'
    ? { description: schema.description }
    : {};
}
