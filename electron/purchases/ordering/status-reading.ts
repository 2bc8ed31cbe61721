import { fold } from '../../marketplace/answers/fold.ts';
import { callStanding } from '../../marketplace/service/call-standing.ts';
import { type Mapped, moneyOf, readAnswer } from '../../marketplace/service/read-answer.ts';
import type { AnswerReading, StatedMoney } from '../../marketplace/service/vocabulary.ts';

type Found = {
  kind: 'found';
  callRef: string;
  /** Null if absent: then `afterVersion` cannot be sent. */
  version: number | null;
  toolRef: string | null;
  /** The service's own state: in_progress, terminal, cancelled, …, or an unknown one. */
  state: string;
  result: AnswerReading<'call'> | null;
  /** What stands where an output would; null if nothing does. */
  output: unknown;
  money: StatedMoney;
};
export type StatusReading =
  | Found
  | { kind: 'unchanged'; money: StatedMoney }
  | { kind: 'refused'; code: string; money: StatedMoney }
  | { kind: 'unreadable'; why: string; callRef: string | null; money: StatedMoney };

/** Reads the status of a Call. A refusal of the request says nothing about the Call. */
export function readCallStatus(answer: Mapped): StatusReading {
  const read = readAnswer('callStatus', answer);
  const money = moneyOf(read);
  switch (read.kind) {
    case 'unchanged':
      return { kind: 'unchanged', money };
    case 'refused':
      return { kind: 'refused', code: read.code ?? 'unknown_code', money };
    case 'unreadable':
      return { kind: 'unreadable', why: read.why, callRef: read.fits.callRef ?? null, money };
    case 'found': {
      const { callRef, version, toolRef, state, output } = read;
      const result = resultIn(read);
      const own = result === null ? { usage: null, receipt: null } : moneyOf(result);
      // A Call's result is later than the status around it.
      const both = { usage: own.usage ?? money.usage, receipt: own.receipt ?? money.receipt };
      return { kind: 'found', callRef, version, toolRef, state, result, output, money: both };
    }
    default: {
      // A status that is the result itself.
      const { callRef, kind: state } = read;
      if (callRef === null)
        return { kind: 'unreadable', why: 'The status does not say of which Call it is.', callRef, money };
      const toolRef = 'toolRef' in read ? read.toolRef : null;
      return { kind: 'found', callRef, version: null, toolRef, state, result: read, output: null, money };
    }
  }
}

/** The result within a status: declared as one, or the output of a Call that is finished. */
function resultIn(
  read: Extract<AnswerReading<'callStatus'>, { kind: 'found' }>,
): AnswerReading<'call'> | null {
  const { result, output, outputAt, state } = read;
  if (result !== null)
    return result.kind !== 'unreadable' && result.outputAt !== null
      ? { ...result, outputAt: [...(read.at.result ?? []), ...result.outputAt] }
      : result;
  const standing = callStanding(state);
  const isFinished = standing === 'completed' || fold(state) === 'terminal';
  return isFinished && outputAt !== null ? { ...read, kind: 'completed', output } : null;
}
