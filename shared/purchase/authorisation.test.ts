import { expect, test } from 'vitest';
import type { Amount } from '../money.ts';
import {
  authorisationSchema,
  forOtherRequest,
  judgeAuthorisation,
  type ListedAmount,
  type NamedAmount,
  needsSecondAct,
} from './authorisation.ts';

const usd = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });
const aud = (units: number) => ({ currency: 'AUD', units: String(units), exponent: 6 });

test.each<[string, Amount, ListedAmount, NamedAmount, string]>([
  ['the listed amount', usd(22_000), usd(22_000), null, 'within'],
  ['one unit more', usd(22_001), usd(22_000), null, 'above'],
  ['less', usd(1), usd(22_000), null, 'within'],
  ['the same in other digits', { currency: 'USD', units: '22', exponent: 3 }, usd(22_000), null, 'within'],
  ['within its own figure', usd(1), null, usd(22_000), 'within'],
  ['above its own figure', usd(30_000), null, usd(22_000), 'above'],
  ['another currency, its source within', aud(34_000), usd(22_000), usd(22_000), 'within'],
  ['another currency, its source above', aud(34_000), usd(22_000), usd(30_000), 'above'],
  ['another currency alone', aud(34_000), usd(22_000), null, 'not_comparable'],
  ['a listing that cannot be read', usd(1), 'unreadable', null, 'unreadable'],
  ['a listing that is not there', usd(1), 'not_read', usd(1), 'unreadable'],
  ['its own figure that cannot be read', usd(1), usd(22_000), 'unreadable', 'unreadable'],
  ['above its own figure, beside a listing that cannot be read', usd(2), 'unreadable', usd(1), 'above'],
  ['one unit of what is listed as free', aud(1), 'free', null, 'above'],
  ['nothing of what is listed as free', aud(0), 'free', null, 'within'],
  ['nothing that is named', usd(22_000), null, null, 'not_listed'],
])('%s', (_name, most, listed, own, verdict) => {
  const judged = judgeAuthorisation(most, listed, own);
  expect(judged).toMatchObject({ verdict, own: own === 'unreadable' ? null : own });
  expect(authorisationSchema.safeParse(judged).success).toBe(true);
  expect(needsSecondAct(judged)).toBe(!['within', 'not_listed'].includes(verdict));
  expect(forOtherRequest(judged, [])).toEqual(judged);
  // What is said of the amount stays beside it where that takes a second act as well.
  const other = forOtherRequest(judged, [{ name: 'cabin', requested: 'first', executed: undefined }]);
  expect([other.verdict, needsSecondAct(other)]).toEqual(['other_request', true]);
  expect(other.words.includes(judged.words)).toBe(needsSecondAct(judged));
});
