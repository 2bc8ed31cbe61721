import { isCurrency } from '#shared/formats.ts';
import type { Amount } from '#shared/money.ts';
import { outputIn, readCallResult } from './call-result.ts';
import { callStanding } from './call-states.ts';
import { fold, perName, wordsOf } from './fold.ts';
import { CALL_RECORDS } from './member-names.ts';
import { amount, amountInWords, isPlainAmount, onlyRecord } from './money.ts';
import { kindOf, label, type Members, member, membersOf, stateWord, text } from './reading.ts';
import { recordOf, referenceIn } from './shape.ts';
import { usageIn } from './usage.ts';

/** The money that an answer about a Call states, anywhere in it, as received. */
export type StatedMoney = {
  usage: unknown;
  receipt: unknown;
  /** Exact amounts under unknown names, which may be part of the charge. */
  amounts: readonly Amount[];
  /** States of the charge under other names than the contract's, such as `paymentStatus` and `billing.state`. */
  states: readonly string[];
  /** A record of money whose amount is not exact, where nothing exact is stated; absent if there is none. */
  unread?: Members;
};

/**
 * Collects the money stated in an answer; null if there is none. A charge may be in any record of it, even if nothing else
 * of the answer is understood: a refusal, an error, a result of another kind. A Tool's output is not searched.
 */
export function moneyIn(value: unknown): StatedMoney | null {
  const body = recordOf(value, ...CALL_RECORDS);
  const places = placesIn(body);
  // A receipt is read as a receipt: its total may be a mere reservation, which a usage never is.
  const records = places.flatMap(({ record, inList, inReceipt }) => (inList || inReceipt ? [] : [record]));
  // A Call's result is later than the status around it.
  const ordered = records.toSorted((one, other) => Number(isResult(other)) - Number(isResult(one)));
  const first = (find: (record: unknown) => unknown): unknown => {
    for (const record of ordered) {
      const found = find(record);
      if (found !== undefined && found !== null) return found;
    }
    return null;
  };
  const usage = first(usageIn);
  const receipt = first((record) => member(record, 'receipt', 'receipts'));
  const amounts = amountsAt(places);
  const isStated = usage !== null || receipt !== null || amounts.length > 0;
  // Without an amount, a state is that of a charge only where there is a Call: an order may be refused as unpaid.
  const states =
    isStated || referenceIn(body, 'callRef') !== null
      ? chargeStatesAt([...places, ...placesIn(onlyRecord(receipt), true)])
      : NO_STATES;
  const unread = amounts.length === 0 && states !== NO_STATES ? unreadAt(places) : undefined;
  if (!isStated && states.length === 0 && unread === undefined) return null;
  return { usage, receipt, amounts, states, ...(unread !== undefined && { unread }) };
}

const NO_STATES: readonly string[] = [];

/** Last words of the names of an amount, in whatever unit. */
const LAST_WORDS_OF_AMOUNTS = new Set(
  'amount amounts cost costs charge charged paid fee fees total debit debited captured billed money micros cents minor gross net tax'.split(
    ' ',
  ),
);

/** A record of money that names a currency, and beside it an amount that is not exact. */
const unreadAt = (places: readonly Place[]): Members | undefined =>
  places.find(
    ({ record, parts, ofMoney }) =>
      ofMoney &&
      parts.some(([, value]) => typeof value === 'string' && isCurrency(value.toUpperCase())) &&
      parts.some(
        ([name, value]) => LAST_WORDS_OF_AMOUNTS.has(wordsOf(name).at(-1) ?? '') && isPlainAmount(value),
      ) &&
      amount(record) === null,
  )?.record;

const STATE = new Set(['state', 'status']);

/** The states of a charge in the records about money, or under names that say so. A receipt's own state is its own. */
const chargeStatesAt = (places: readonly Place[]): string[] =>
  places.flatMap(({ parts, isMoney, inReceipt }) =>
    inReceipt
      ? []
      : parts.flatMap(([name, value]) => {
          const words = wordsOf(name);
          const isState = STATE.has(words.at(-1) ?? '') && fold(name) !== 'chargestate';
          return isState && (words.length === 1 ? isMoney : isOfMoney(name)) ? (stateWord(value) ?? []) : [];
        }),
  );

const isResult = (record: unknown): boolean =>
  kindOf(record) !== null && label(member(record, 'callRef')) !== null;

/** Words in names of money other than this Call's charge, and of the Tool's input and output. */
const OTHER_MONEY = new Set(
  'balance balances available limit limits budget budgets remaining left quota cap ceiling maximum max minimum min threshold credit credits deposit authorised authorized authorisation authorization reserved reservation hold held display displayed before after previous prior month monthly day daily today week lifetime cumulative accumulated discount discounts saved savings rebate list listed original retail quoted quote quotation commitment estimate estimated expected indicative alternative alternatives offer offers refund refunded refunds refundable returned input inputs output outputs action actions handoff continuation tool terms policy plan plans request next'.split(
    ' ',
  ),
);
/** Stems of words for money: an amount below such a name may be part of the charge, in a list too. */
const MONEY_STEMS =
  /^(?:usage|meter|receipt|pay|paid|purchas|charg|bill|fees?$|cost|pric|debit|deduct|settl|ledger|accounting|invoice|transact|spen[dt]|captur|amount|total|tax)/;
const DEEPEST = 5;
const MAX_MEMBERS = 200;
const MAX_RECORDS = 300;

const RECEIPTS = new Set(['receipt', 'receipts']);

const isOtherMoney = perName((name) => wordsOf(name).some((word) => OTHER_MONEY.has(word)));
const isOfMoney = perName((name) => wordsOf(name).some((word) => MONEY_STEMS.test(word)));

/** A member that may state the Call's charge. */
type Part = readonly [name: string, value: unknown];

/** `isMoney`: its own name is of money; `ofMoney`: so is its name or that of a record around it. */
type Place = {
  record: Members;
  parts: readonly Part[];
  depth: number;
  isMoney: boolean;
  ofMoney: boolean;
  inList: boolean;
  inReceipt: boolean;
};

/** An answer's record and the nested ones that may describe the Call, up to a maximum. */
function placesIn(body: unknown, ofMoney = false): Place[] {
  const root = membersOf(body);
  if (root === null) return [];
  const places: Place[] = [
    {
      record: root,
      parts: partsOf(root),
      depth: 0,
      isMoney: false,
      ofMoney,
      inList: false,
      inReceipt: false,
    },
  ];
  for (const { parts, depth, ...within } of places) {
    if (depth === DEEPEST) continue;
    for (const [name, value] of parts) {
      const isMoney = isOfMoney(name);
      const ofMoney = within.ofMoney || isMoney;
      for (const one of valuesOf(value, ofMoney)) {
        const inner = membersOf(one);
        if (inner !== null && places.length < MAX_RECORDS)
          places.push({
            record: inner,
            parts: partsOf(inner),
            depth: depth + 1,
            isMoney,
            ofMoney,
            inList: within.inList || one !== value,
            inReceipt: within.inReceipt || RECEIPTS.has(fold(name)),
          });
      }
    }
  }
  return places;
}

const valuesOf = (value: unknown, ofMoney: boolean): readonly unknown[] =>
  ofMoney && Array.isArray(value) ? value.slice(0, MAX_MEMBERS) : [value];

function partsOf(record: Members): readonly Part[] {
  const output = outputOf(record);
  return Object.keys(record)
    .slice(0, MAX_MEMBERS)
    .map((name): Part => [name, record[name]])
    .filter(([name, value]) => !isOtherMoney(name) && (output === null || value !== output));
}

/** A finished Call's output under another name than `output`; null if there is none. */
function outputOf(record: Members): unknown {
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

/** Every exact amount with its own currency that may be part of the charge. */
export const amountsIn = (body: unknown): Amount[] => amountsAt(placesIn(body));

const amountsAt = (places: readonly Place[]): Amount[] =>
  places.flatMap(({ parts, depth, ofMoney }) =>
    parts.flatMap(([name, value]) => {
      const isMoney = ofMoney || isOfMoney(name);
      if (!isMoney && depth > 0) return [];
      return valuesOf(value, isMoney).flatMap(
        (one) => amount(one) ?? amountNamed(name, one) ?? amountInSentence(one) ?? [],
      );
    }),
  );

const LONGEST_SENTENCE = 500;

/** The one exact amount of a sentence that says what was charged. */
function amountInSentence(value: unknown): Amount | null {
  const sentence = text(value)?.slice(0, LONGEST_SENTENCE) ?? '';
  return /\b(?:charged|billed|debited|paid|captured)\b/i.test(sentence) && !isOtherMoney(sentence)
    ? amountInWords(sentence)
    : null;
}

/** The amount of a member whose name ends in a currency, such as `costUsd: "9.50"`, or in a part of one: `cost_usd_cents`. */
function amountNamed(name: string, value: unknown): Amount | null {
  const words = wordsOf(name);
  const part = words.at(-1) ?? '';
  const isPart = part === 'cents' || part === 'micros';
  const currency = words.at(isPart ? -2 : -1)?.toUpperCase() ?? '';
  if (words.length === 1 || !isCurrency(currency)) return null;
  return amount(isPart ? { [part]: value, currency } : value, currency);
}
