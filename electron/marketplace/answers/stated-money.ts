import { isCurrency } from '#shared/formats.ts';
import type { Amount } from '#shared/money.ts';
import { outputIn, readCallResult } from './call-result.ts';
import { callStanding } from './call-states.ts';
import { fold, wordsOf } from './fold.ts';
import { CALL_RECORDS } from './member-names.ts';
import { amount } from './money.ts';
import { kindOf, label, type Members, member, membersOf, text } from './reading.ts';
import { recordOf } from './shape.ts';
import { usageIn } from './usage.ts';

/** What an answer about a Call states of money, as it came, wherever it stands. */
export type StatedMoney = {
  usage: unknown;
  receipt: unknown;
  /** Exact amounts under names that nobody knows, which may be of the charge. */
  amounts: readonly Amount[];
};

/**
 * Null where it states none. Money that moved may stand in any record of an answer, whatever else of that is understood: in a
 * refusal, an error or a result that is no answer to the question. What a Tool gave says nothing of it.
 */
export function moneyIn(value: unknown): StatedMoney | null {
  const body = recordOf(value, ...CALL_RECORDS);
  const records = placesIn(body).flatMap(({ record, inList }) => (inList ? [] : [record]));
  // What the result of a Call says of itself is later than what its status says beside it.
  const ordered = records.toSorted((one, other) => Number(isResult(other)) - Number(isResult(one)));
  const first = <Found>(find: (record: unknown) => Found): Found | null =>
    ordered.map(find).find((found) => found !== undefined && found !== null) ?? null;
  const usage = first(usageIn);
  const receipt = first((record) => member(record, 'receipt', 'receipts'));
  const amounts = amountsIn(body);
  return usage === null && receipt === null && amounts.length === 0 ? null : { usage, receipt, amounts };
}

const isResult = (record: unknown): boolean =>
  kindOf(record) !== null && label(member(record, 'callRef')) !== null;

/** Words of names of money that is not what was taken for this Call, and of what the Tool was asked and gave. */
const OTHERWISE = new Set(
  'balance balances available limit limits budget budgets remaining left quota cap ceiling maximum max minimum min threshold credit credits deposit authorised authorized authorisation authorization reserved reservation hold held display displayed before after previous prior month monthly day daily today week lifetime cumulative accumulated discount discounts saved savings rebate list listed original retail quoted quote quotation commitment estimate estimated expected indicative alternative alternatives offer offers refund refunded refunds refundable returned input inputs output outputs action actions handoff continuation tool terms policy plan plans request next'.split(
    ' ',
  ),
);
/** Beginnings of words that are of money: an amount below such a name may be of the charge, in a list as well. */
const OF_MONEY =
  /^(?:usage|meter|receipt|pay|paid|charg|bill|fees?$|cost|pric|debit|deduct|settl|ledger|accounting|invoice|transact|spen[dt]|captur|amount|total|tax)/;
const DEEPEST = 5;
const MOST_MEMBERS = 200;
const MOST_RECORDS = 300;

const isOtherwise = (name: string): boolean => wordsOf(name).some((word) => OTHERWISE.has(word));

type Place = { record: Members; depth: number; ofMoney: boolean; inList: boolean };

/** An answer's record, and those in it that may be of the Call as well; of a senseless number of them the first. */
function placesIn(body: unknown): Place[] {
  const root = membersOf(body);
  if (root === null) return [];
  const places: Place[] = [{ record: root, depth: 0, ofMoney: false, inList: false }];
  for (const { record, depth, ...within } of places) {
    if (depth === DEEPEST) continue;
    for (const [name, value] of partsOf(record)) {
      const ofMoney = within.ofMoney || isOfMoney(name);
      for (const one of valuesOf(value, ofMoney)) {
        const inner = membersOf(one);
        if (inner !== null && places.length < MOST_RECORDS)
          places.push({ record: inner, depth: depth + 1, ofMoney, inList: within.inList || one !== value });
      }
    }
  }
  return places;
}

const isOfMoney = (name: string): boolean => wordsOf(name).some((word) => OF_MONEY.test(word));

const valuesOf = (value: unknown, ofMoney: boolean): readonly unknown[] =>
  ofMoney && Array.isArray(value) ? value.slice(0, MOST_MEMBERS) : [value];

/** The members of a record that may say something of the Call's charge. */
function partsOf(record: Members): [string, unknown][] {
  const given = givenBy(record);
  return Object.keys(record)
    .slice(0, MOST_MEMBERS)
    .map((name): [string, unknown] => [name, record[name]])
    .filter(([name, value]) => !isOtherwise(name) && (given === null || value !== given));
}

/** What the Tool gave of a Call that is over, where it stands under another name than output; null where nothing does. */
function givenBy(record: Members): unknown {
  const state = text(member(record, 'state')) ?? '';
  const isOver =
    kindOf(record)?.folded === 'completed' ||
    callStanding(state) === 'completed' ||
    fold(state) === 'terminal';
  const output = isOver ? (outputIn(record) ?? null) : null;
  return output !== null && kindOf(output) === null && readCallResult(output).kind === 'unreadable'
    ? output
    : null;
}

/** Every exact amount that names its currency itself and may be of the charge. */
export const amountsIn = (body: unknown): Amount[] =>
  placesIn(body).flatMap(({ record, depth, ofMoney }) =>
    partsOf(record).flatMap(([name, value]) => {
      const isMoney = ofMoney || isOfMoney(name);
      if (!isMoney && depth > 0) return [];
      return valuesOf(value, isMoney).flatMap((one) => amount(one) ?? ofItsName(name, one) ?? []);
    }),
  );

/** `costUsd: "9.50"`. */
function ofItsName(name: string, value: unknown): Amount | null {
  const words = wordsOf(name);
  const currency = words.at(-1)?.toUpperCase() ?? '';
  return words.length > 1 && isCurrency(currency) ? amount(value, currency) : null;
}
