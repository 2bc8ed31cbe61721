import type { ToolDetail } from '#shared/contract/catalogue.ts';
import type { Amount } from '#shared/money.ts';
import { leastAmount } from '#shared/money.ts';
import type { ListedAmount, NamedAmount } from '#shared/purchase/authorisation.ts';

/** An amount in the form of §1.7, alone or of one request: `USD 0.022000`, `USD 0.022 per request`. */
const WRITTEN = /^([A-Z]{3}) ?(\d{1,12})(?:\.(\d{1,18}))?(?: (?:per|a) (?:request|call))?$/;

/** The exact amount of one request that a label states; null for any other text. */
export function writtenPrice(label: string | null): Amount | null {
  const [matches, currency = '', whole = '0', fraction = ''] = WRITTEN.exec(label?.trim() ?? '') ?? [];
  return matches === undefined
    ? null
    : { currency, units: String(BigInt(whole + fraction)), exponent: fraction.length };
}

const AUTHORISATION = /^(?:total|maximum|max\.?) authori[sz]ation\b|^authori[sz]ed (?:up to|amount)\b/i;
const FREE = /^(?:free|no charge|free of charge)$/i;

/**
 * The total authorisation of one request in the listing (§1.7, §8): the field or the material term of that name, else
 * the listed price. Null if there is none; unreadable if one is named that is no exact amount.
 */
export function listedAuthorisation(tool: ToolDetail): Exclude<ListedAmount, 'not_read'> {
  const terms = tool.materialTerms.flatMap(({ label, value }): NamedAmount[] =>
    AUTHORISATION.test(label) ? [writtenPrice(value) ?? 'unreadable'] : [],
  );
  const named = [...terms, ...(tool.totalAuthorisation === null ? [] : [tool.totalAuthorisation])];
  if (named.length > 0) return leastNamed(named);
  if (tool.displayPrice !== null) return tool.displayPrice;
  const label = tool.priceLabel?.trim() ?? '';
  if (FREE.test(label)) return 'free';
  return writtenPrice(label) ?? (/\d/.test(label) ? 'unreadable' : null);
}

/** The least of several amounts: nothing above it is surely authorised. One that is unreadable may be less than any. */
function leastNamed(named: readonly NamedAmount[]): NamedAmount {
  const read = named.filter((one) => one !== null && one !== 'unreadable');
  const [first] = read;
  return first === undefined ||
    named.includes('unreadable') ||
    read.some(({ currency }) => currency !== first.currency)
    ? 'unreadable'
    : (leastAmount(read) ?? null);
}
