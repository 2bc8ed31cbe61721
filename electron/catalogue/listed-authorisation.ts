import type { ToolDetail } from '#shared/contract/catalogue.ts';
import type { ListedAmount, NamedAmount } from '#shared/purchase/authorisation.ts';
import {
  authorisationTerm,
  leastNamed,
  namedAuthorisations,
  namesAuthorisation,
} from '../marketplace/answers/authorised.ts';
import { wordsOf } from '../marketplace/answers/fold.ts';
import { amountInWords, amountNamed, namesMoney } from '../marketplace/answers/money.ts';
import { label, member, membersOf, text } from '../marketplace/answers/reading.ts';

/**
 * The total authorisation of one request in the listing (§1.7, §8): the member or material term of that name, or the
 * payment's; else the listed price; and no more than any other bound that it names. Null if there is none.
 */
export function listedAuthorisation(tool: ToolDetail): Exclude<ListedAmount, 'not_read'> {
  const terms = tool.materialTerms.flatMap(({ label, value }) => {
    const names = namesAuthorisation(label);
    return names === null ? [] : [authorisationTerm(names === 'surely', value)];
  });
  const named = leastNamed([...[tool.more, tool.payment].flatMap(namedAuthorisations), ...terms]);
  const paid =
    amountNamed(tool.payment) ?? amountNamed(member(tool.payment, 'amount', 'maximumAmount', 'price'));
  const unread = ['displayPrice', 'price'].map((name) => statedPrice(member(tool.more, name)));
  const listed =
    named ?? paid ?? tool.displayPrice ?? unread.find((one) => one !== null) ?? statedPrice(tool.priceLabel);
  return listed === 'free' ? listed : leastNamed([listed, ...boundsIn(tool)]);
}

/** Words for a price of nothing, or a text whose only number is zero. */
const FREE =
  /\b(?:free|gratis|complimentary)\b|\b(?:no|zero|without) (?:charge|cost|fee)s?\b|^\D*0+(?:[.,]0+)?\D*$/iu;

/** A price that is no exact amount: unreadable wherever it has a figure, whatever stands beside it. */
function statedPrice(stated: unknown): NamedAmount | 'free' {
  if (membersOf(stated) !== null) {
    const kind = text(member(stated, 'kind', 'type', 'model'));
    return amountNamed(stated) ?? (kind !== null && FREE.test(kind) ? 'free' : 'unreadable');
  }
  const words = label(stated) ?? '';
  return amountInWords(words) ?? (FREE.test(words) ? 'free' : /\d/u.test(words) ? 'unreadable' : null);
}

/** The price of one request in a label; unreadable where it names money in another way, such as `2.2 cents`. */
const priceIn = (label: string | null): NamedAmount =>
  amountInWords(label ?? '') ?? (namesMoney(label) ? 'unreadable' : null);

/** Words of the most that one request may cost, whatever else a listing calls it. */
const BOUNDS = new Set(['maximum', 'max', 'most', 'ceiling', 'cap', 'limit', 'limits']);
/** A bound of more than one request, or of something else than its price. */
const OF_OTHERS =
  /^(?:day|daily|week|weekly|month|monthly|year|account|balance|refund|credit|minimum|min)s?$/;
const MAX_NAMES = 200;

/** The amounts that a listing names as a bound: `maxPerRequest`, “Maximum charge”, `limits.perRequest`. */
function boundsIn({ more, payment, materialTerms }: ToolDetail): NamedAmount[] {
  const named = [
    ...Object.entries(more),
    ...Object.entries(payment ?? {}),
    ...materialTerms.map(({ label, value }) => [label, value] as const),
  ].slice(0, MAX_NAMES);
  return named.flatMap(([name, value]) => {
    const words = wordsOf(name);
    if (!words.some((word) => BOUNDS.has(word)) || words.some((word) => OF_OTHERS.test(word))) return [];
    const within = Object.entries(membersOf(value) ?? {})
      .slice(0, MAX_NAMES)
      .filter(([inner]) => !wordsOf(inner).some((word) => OF_OTHERS.test(word)));
    return [value, ...within.map(([, one]) => one)].flatMap(
      (one) => amountNamed(one) ?? priceIn(text(one)) ?? [],
    );
  });
}
