import type { ToolDetail } from '#shared/contract/catalogue.ts';
import { type Amount, leastAmount } from '#shared/money.ts';
import { wordsOf } from '../marketplace/answers/fold.ts';
import { amountNamed, member, text } from '../marketplace/answers/reading.ts';

const NAMES = [
  'totalAuthorization',
  'totalAuthorisation',
  'totalAuthorizationPerRequest',
  'totalAuthorisationPerRequest',
  'authorization',
  'authorisation',
  'maximumAuthorization',
  'maximumAuthorisation',
];

const IN_WORDS =
  /\b([A-Z]{3,5}) ?(\d{1,12}(?:\.\d{1,18})?)(?![\d.,])|(?<![\d.,])(\d{1,12}(?:\.\d{1,18})?) ?([A-Z]{3,5})\b/gu;

/** The one exact amount that a text names, such as `USD 0.022000`; null where it names none, or several. */
export function amountInWords(text: string): Amount | null {
  const [only, ...others] = text.matchAll(IN_WORDS);
  if (only === undefined || others.length > 0) return null;
  const [, before, digits = only[3] ?? ''] = only;
  const [complete = '', fraction = ''] = digits.split('.');
  return {
    currency: before ?? only[4] ?? '',
    units: String(BigInt(complete + fraction)),
    exponent: fraction.length,
  };
}

const namesAuthorisation = (label: string): boolean =>
  wordsOf(label).some((word) => /^authori[sz]ation$/u.test(word));

/**
 * The total authorisation of one request, as the listing names it (§1.7, §8): a member or material term that is called
 * so, or the payment's; else the listed price, which is all that the listing speaks of then. Null where it names neither.
 */
export function listedAuthorisation(tool: ToolDetail): Amount | null {
  const members = [tool.more, tool.payment].flatMap((of) =>
    NAMES.flatMap((name) => {
      const known = member(of, name);
      const inside = member(known, 'amount', 'total', 'maximum', 'maximumAmount');
      return (
        amountNamed(known) ?? amountNamed(inside) ?? amountInWords(text(known) ?? text(inside) ?? '') ?? []
      );
    }),
  );
  const terms = tool.materialTerms.flatMap(({ label, value }) =>
    namesAuthorisation(label) ? (amountInWords(value) ?? []) : [],
  );
  // Of several, such as one for a request and one for a day, the least: nothing above it is surely authorised.
  const [first] = [...members, ...terms];
  const least = leastAmount([...members, ...terms].filter(({ currency }) => currency === first?.currency));
  if (least !== undefined) return least;
  const paid =
    amountNamed(tool.payment) ?? amountNamed(member(tool.payment, 'amount', 'maximumAmount', 'price'));
  return paid ?? tool.displayPrice ?? (tool.priceLabel === null ? null : amountInWords(tool.priceLabel));
}
