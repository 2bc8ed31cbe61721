import { isObject } from '#shared/json.ts';
import { type Amount, decimalText } from '#shared/money.ts';
import { type OfferedTool, toolRefOf } from '../catalogue/tool.ts';

type Derived =
  | 'toolRef'
  | 'version'
  | 'price'
  | 'priceLabel'
  | 'materialTerms'
  | 'effects'
  | 'dataUse'
  | 'authentication';

/** The parts of a Tool from which `listTool` derives the rest. */
export type Listing = Omit<OfferedTool, Derived> & {
  /** USD with six decimal places. */
  units: string;
  terms?: { label: string; value: string }[];
  timeoutMs?: number;
  /** Data-use classification of all input fields; public data by default. */
  classification?: string;
  authentication?: OfferedTool['authentication'];
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
  const { units, terms = [], timeoutMs = 15_000, classification = 'public_data', ...rest } = listing;
  const price: Amount = { currency: 'USD', units, exponent: 6 };
  const written = `${price.currency} ${decimalText(price)}`;
  const properties = isObject(listing.inputJsonSchema.properties) ? listing.inputJsonSchema.properties : {};
  return {
    ...rest,
    toolRef: toolRefOf(listing.capabilityId, listing.provider.slug),
    version: 1,
    price,
    priceLabel: units === '0' ? 'Free' : `${written} per request`,
    materialTerms: [
      { label: 'Operation ID', value: `capability:${listing.capabilityId}` },
      { label: 'Capability name', value: listing.capabilityId },
      { label: 'Capability version', value: '1' },
      { label: 'Publisher kind', value: 'Observed external' },
      { label: 'Total authorization per request', value: written },
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
    authentication: listing.authentication ?? { kind: 'x402' },
  };
}
