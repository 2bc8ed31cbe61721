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
      /** Null where the status gives none: then `afterVersion` cannot be asked with. */
      version: number | null;
      toolRef: string | null;
      /** The service's own word: in_progress, terminal, cancelled, …, or one never seen. */
      state: string;
      usage: Usage | null;
      result: CallResult | null;
      receipt: unknown;
      evidenceHash: string | null;
    }
  | { kind: 'unchanged'; version: number | null; retryAfterMs: number | null }
  | { kind: 'refused'; code: string }
  | { kind: 'unreadable'; why: string };

/** Kinds of a result that some services answer with where they are asked how a Call stands. */
const RESULTS = ['completed', 'pending', 'outcomeunknown', 'reconciliationrequired', 'needsauthority'];

/** The kind of a status that names none, by what it carries. */
function kindByShape(record: unknown): string | null {
  if (text(member(record, 'state')) !== null) return 'found';
  if (integer(member(record, 'version')) !== null && milliseconds(member(record, 'retryAfterMs')) !== null)
    return 'unchanged';
  return hasShapeOfCompleted(record) ? 'completed' : null;
}

/** Reads the status of a Call. A refusal to give the status says nothing of the Call itself. */
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

/** A status that is the Call's result itself. */
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

/** The result inside a status. One that names neither kind nor reference is what the status says of its own Call. */
function resultIn(body: unknown, state: string): CallResult | null {
  const result = member(body, 'result') ?? null;
  const output = member(body, 'output');
  if (result === null)
    return output === undefined ? null : readCallResult({ ...membersOf(body), kind: 'completed' });
  if (kindOf(result) !== null || readCallResult(result).kind !== 'unreadable') return readCallResult(result);
  // A Call that is over and has a result that is no answer about a Call: the result is what the Tool gave.
  if (!(fold(state) === 'terminal' || callStanding(state) === 'completed')) return readCallResult(result);
  return readCallResult({ ...membersOf(body), kind: 'completed', output: result });
}
