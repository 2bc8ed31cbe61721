import type { RepeatedMember } from '#shared/exact-json.ts';
import { fold } from '../answers/fold.ts';
import { ANSWERS, CALL_REF, QUOTE_REF } from '../service/vocabulary.ts';

/** Where an answer holds what was paid for: a repeated name in it says nothing of the money. */
const OUTPUT = new Set(['output', 'outputs', 'tooloutput', 'calloutput']);
/** Where it may do so as well: others wrap a whole answer in these, or list Calls in them. */
const MAY_BE_OUTPUT = /^(?:data|records|rows|items|content|payload)$/i;

const { usage, receipt } = ANSWERS.call.kinds.completed.fields;
const OF_CALL = new Set(
  ['kind', 'state', 'status', ...CALL_REF.words, ...QUOTE_REF.words, ...usage.words, ...receipt.words].map(
    fold,
  ),
);

const saysOfMoney = ({ name, within }: RepeatedMember, isList: boolean): boolean => {
  const names = [...within, name].map(fold);
  if (names.slice(0, -1).some((one) => OUTPUT.has(one))) return false;
  return isList || !within.some((one) => MAY_BE_OUTPUT.test(one)) || names.some((one) => OF_CALL.has(one));
};

/**
 * Why an answer about money is not understood, in a sentence; null if no name that matters stands twice.
 * @param isList whether it lists Calls, each of which counts whole
 */
export function repeatedMessage(repeated: readonly RepeatedMember[] = [], isList = false): string | null {
  const first = repeated.find((one) => saysOfMoney(one, isList));
  return first === undefined
    ? null
    : `The answer cannot be read: it names “${first.name.slice(0, 40)}” twice, so that it is not known which holds.`;
}
