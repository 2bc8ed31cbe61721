import { type CallResult, hasShapeOfCompleted, readCallResult } from './call-result.ts';
import { callStanding } from './call-states.ts';
import { fold } from './fold.ts';
import { CALL_RECORDS } from './member-names.ts';
import { integer, kindOf, label, member, membersOf, milliseconds, text, unknownKind } from './reading.ts';
import { CODE_UNKNOWN } from './refusal.ts';
import { recordOf, referenceIn } from './shape.ts';
import { readUsage, type Usage, usageIn } from './usage.ts';

export type CallStatusReading =
  | {
      kind: 'found';
      callRef: string;
      /** Null if absent: then `afterVersion` cannot be sent. */
      version: number | null;
      toolRef: string | null;
      /** The service's own state: in_progress, terminal, cancelled, …, or an unknown one. */
      state: string;
      usage: Usage | null;
      result: CallResult | null;
      receipt: unknown;
      evidenceHash: string | null;
    }
  | { kind: 'unchanged'; version: number | null; retryAfterMs: number | null }
  | { kind: 'refused'; code: string }
  | { kind: 'unreadable'; why: string };

/** Result kinds that some services return for a status request. */
const RESULTS = ['completed', 'pending', 'outcomeunknown', 'reconciliationrequired', 'needsauthority'];

/** The kind of a status without one, from its members. */
function kindByShape(record: unknown): string | null {
  if (text(member(record, 'state')) !== null) return 'found';
  if (integer(member(record, 'version')) !== null && milliseconds(member(record, 'retryAfterMs')) !== null)
    return 'unchanged';
  return hasShapeOfCompleted(record) ? 'completed' : null;
}

/** Reads the status of a Call. A refusal of the request says nothing about the Call. */
export function readCallStatus(answer: unknown): CallStatusReading {
  const body = recordOf(answer, ...CALL_RECORDS);
  const kind = kindOf(body);
  const known = kind === null ? kindByShape(body) : kind.folded;
  if (known !== null && RESULTS.includes(known)) return foundWith(body, readCallResult(body), known);
  switch (known) {
    case 'unchanged':
      return {
        kind: 'unchanged',
        version: integer(member(body, 'version')),
        retryAfterMs: milliseconds(member(body, 'retryAfterMs')),
      };
    case 'refused':
    case 'notfound':
      return {
        kind: 'refused',
        code: text(member(body, 'code')) ?? (known === 'notfound' ? 'not_found' : CODE_UNKNOWN),
      };
    case 'found':
      return readFound(body);
    default:
      return { kind: 'unreadable', why: unknownKind('status of the Call', kind) };
  }
}

/** A status response that is the Call's result itself. */
function foundWith(body: unknown, result: CallResult, state: string): CallStatusReading {
  if (result.kind === 'unreadable') return { kind: 'unreadable', why: result.why };
  return foundOf(body, result.callRef, state, result);
}

function readFound(body: unknown): CallStatusReading {
  const callRef = referenceIn(body, 'callRef');
  const state = text(member(body, 'state'));
  if (state === null) return { kind: 'unreadable', why: 'The status does not say how the Call stands.' };
  return foundOf(body, callRef, state, resultIn(body, state));
}

type Found = Extract<CallStatusReading, { kind: 'found' }>;

function foundOf(
  body: unknown,
  callRef: string | null,
  state: string,
  result: Found['result'],
): CallStatusReading {
  if (callRef === null) return { kind: 'unreadable', why: 'The status does not say of which Call it is.' };
  return {
    kind: 'found',
    callRef,
    version: integer(member(body, 'version')),
    toolRef: label(member(body, 'toolRef')),
    state,
    usage: readUsage(usageIn(body)),
    result,
    receipt: member(body, 'receipt') ?? null,
    evidenceHash: text(member(body, 'evidenceHash')),
  };
}

/** The result within a status. One with neither kind nor reference belongs to the status's own Call. */
function resultIn(body: unknown, state: string): CallResult | null {
  const result = member(body, 'result') ?? null;
  const standing = callStanding(state);
  const isFinished = standing === 'completed' || fold(state) === 'terminal';
  // Before a Call is over, its output may be there in part, or as a member without a value.
  const mayBeOver = standing !== 'working' && standing !== 'in_doubt';
  if (result === null) {
    const output = member(body, 'output');
    return output !== undefined && (isFinished || (mayBeOver && output !== null))
      ? readCallResult({ ...membersOf(body), kind: 'completed' })
      : null;
  }
  const read = readCallResult(result);
  if (kindOf(result) !== null) return read;
  if (read.kind === 'completed' && !mayBeOver && text(member(result, 'state')) === null) return null;
  // A finished Call whose result is not a Call record: the result is the Tool's output.
  return read.kind === 'unreadable' && isFinished
    ? readCallResult({ ...membersOf(body), kind: 'completed', output: result })
    : read;
}
