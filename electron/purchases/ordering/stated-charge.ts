import type { RepeatedMember } from '#shared/exact-json.ts';
import { compareAmounts } from '#shared/money.ts';
import { chargeDiffers } from '#shared/purchase/charge.ts';
import { membersOf } from '../../marketplace/answers/reading.ts';
import type { Answer, RequestFailure } from '../../marketplace/http/answer.ts';
import { type Mapped, moneyOf, readAnswer, readFailure } from '../../marketplace/service/read-answer.ts';
import type { StatedMoney } from '../../marketplace/service/vocabulary.ts';
import type { Entry } from '../journal/entry.ts';
import type { Uses } from '../journal/purchase-context.ts';
import { chargeOfEntry, countsMore, type StatedCharge, statedIn } from '../journal/spending.ts';
import { readCallStatus } from './status-reading.ts';

type Stated = Partial<StatedCharge & Pick<Entry, 'receipt'>>;

/**
 * What an answer says of the charge, whatever else is understood of it; what is known already stays where it says nothing,
 * and where that is not what was approved and this counts for no more.
 */
export function chargeChanges(entry: Entry, money: StatedMoney): Stated {
  const stated = statedIn(entry, money);
  if (stated === null) return {};
  return chargeDiffers(chargeOfEntry(entry)) !== null && !countsMore(entry, stated) ? {} : stated;
}

/**
 * What a failed request says of the charge. Where a name stands twice in it, each value is read in its place, both as its
 * operation declares it and in the shape seen live, and the one that counts for most holds.
 */
export function chargeOfFailure(entry: Entry, role: 'call' | 'callStatus', failure: RequestFailure): Stated {
  const { body, repeated = [], map } = failure;
  const bodies = [body, ...Array.from({ length: MAX_TIMES }, (_, at) => withEarlier(body, repeated, at + 1))];
  const moneys = [...new Set(bodies)].flatMap((one) => [
    moneyOf(readFailure(one)),
    ...(map === undefined ? [] : [moneyIn(role, { body: one, map })]),
  ]);
  let charge: Stated = {};
  for (const money of moneys) {
    const known = { ...entry, ...charge };
    const stated = chargeChanges(known, money);
    if (charge.charged === undefined || countsMore(known, stated) || isLarger(stated, charge))
      charge = { ...charge, ...stated };
  }
  return charge;
}

const moneyIn = (role: 'call' | 'callStatus', answer: Mapped): StatedMoney =>
  role === 'call' ? moneyOf(readAnswer('call', answer)) : readCallStatus(answer).money;

const isLarger = (one: Stated, other: Stated): boolean =>
  one.charged != null &&
  other.charged != null &&
  one.charged.currency === other.charged.currency &&
  compareAmounts(one.charged, other.charged) > 0;

/** The most values of one name that are read. */
const MAX_TIMES = 4;

/** A body in which each repeated name has its `nth` value instead of the last; where it has so many. */
function withEarlier(body: unknown, repeated: readonly RepeatedMember[], nth: number): unknown {
  return repeated.reduce<unknown>((value, { name, within }) => swapped(value, [...within, name], nth), body);
}

function swapped(value: unknown, [name = '', ...inner]: readonly string[], nth: number): unknown {
  const members = membersOf(value);
  if (members === null) return value;
  const other = inner.length === 0 ? members[`${name} (${nth})`] : swapped(members[name], inner, nth);
  return other === undefined || other === members[name] ? value : { ...members, [name]: other };
}

/** Applies the charge in an answer that states nothing else about the purchase, such as a refused status read. */
export function applyStatedCharge(
  context: Uses<'journal' | 'storage'>,
  entry: Entry,
  charge: Stated,
  { body, requestId }: Pick<Answer, 'body' | 'requestId'>,
): void {
  if (!countsMore(entry, charge)) return;
  context.storage.transaction(() => {
    const words = 'The answer states a charge and nothing else about the Call. The charge counts.';
    context.journal.note(entry.id, { event: 'evidence', by: 'service', words, requestId, detail: body });
    context.journal.amend(entry.id, charge);
  });
}
