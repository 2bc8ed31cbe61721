import type { ToolDetail } from '#shared/contract/catalogue.ts';
import type { NamedAmount } from '#shared/purchase/authorisation.ts';
import {
  authorisationTerm,
  leastNamed,
  namedAuthorisations,
  namesAuthorisation,
} from '../marketplace/answers/authorised.ts';
import { amountInWords, amountNamed } from '../marketplace/answers/money.ts';
import { member } from '../marketplace/answers/reading.ts';

/**
 * The total authorisation of one request in the listing (§1.7, §8): the member or material term of that name, or the
 * payment's; else the listed price. Null if there is neither.
 */
export function listedAuthorisation(tool: ToolDetail): NamedAmount {
  const terms = tool.materialTerms.flatMap(({ label, value }) => {
    const names = namesAuthorisation(label);
    return names === null ? [] : [authorisationTerm(names === 'surely', value)];
  });
  const named = leastNamed([...[tool.more, tool.payment].flatMap(namedAuthorisations), ...terms]);
  if (named !== null) return named;
  const paid =
    amountNamed(tool.payment) ?? amountNamed(member(tool.payment, 'amount', 'maximumAmount', 'price'));
  return paid ?? tool.displayPrice ?? (tool.priceLabel === null ? null : amountInWords(tool.priceLabel));
}
