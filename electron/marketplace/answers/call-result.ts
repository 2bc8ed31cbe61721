import { callStanding } from './call-states.ts';
import { fold } from './fold.ts';
import { CALL_RECORDS, otherNamesOf } from './member-names.ts';
import {
  kindOf,
  label,
  member,
  membersOf,
  milliseconds,
  otherMembers,
  text,
  unknownKind,
} from './reading.ts';
import { type RefusalReading, readRefusal } from './refusal.ts';
import { hasShapeOfRefusal, recordOf, referenceIn } from './shape.ts';
import { readUsage, type Usage, usageIn } from './usage.ts';

/** `receipt` and `evidence` are stored as received, null if absent: money may have moved even on a refusal. */
export type CallResult =
  | {
      kind: 'completed';
      callRef: string;
      toolRef: string | null;
      output: unknown;
      usage: Usage | null;
      receipt: unknown;
      evidenceHash: string | null;
    }
  | { kind: 'pending'; callRef: string; retryAfterMs: number | null }
  | {
      kind: 'outcome_unknown';
      callRef: string | null;
      evidence: unknown;
      usage: Usage | null;
      receipt: unknown;
    }
  | ({
      kind: 'refused';
      callRef: string | null;
      usage: Usage | null;
      receipt: unknown;
      nextAction: unknown;
    } & RefusalReading)
  | { kind: 'unreadable'; why: string; callRef: string | null };

const OUTPUTS = ['output', 'result', 'data', 'response', 'payload', 'body', 'content'];

/** The output of a completed Call, under the first of its names that has a value; undefined if there is none. */
export function outputIn(record: unknown): unknown {
  const named = OUTPUTS.map((name) => member(record, name)).filter((value) => value !== undefined);
  return named.find((value) => value !== null) ?? named[0];
}

/** Whether a member has a value. Typed services send every member of a record, with null for what is not known yet. */
const has = (record: unknown, name: string): boolean => (member(record, name) ?? null) !== null;

/** Charge states, folded, that only a finished Call has. */
const FINAL_CHARGE_STATES = ['paid', 'charged', 'settled', 'freetier'];

/** Whether a record without kind or state is a completed Call. Only an output under its own name counts. */
export function hasShapeOfCompleted(record: unknown): boolean {
  if (has(record, 'output')) return true;
  const charged = readUsage(member(record, 'usage'))?.chargeState ?? '';
  const isOver = text(member(record, 'evidenceHash')) !== null || FINAL_CHARGE_STATES.includes(fold(charged));
  return isOver && (outputIn(record) ?? null) !== null && !hasShapeOfRefusal(record);
}

/** The result kind that a state implies; null if none. */
function kindOfState(state: string, record: unknown): string | null {
  switch (callStanding(state)) {
    case 'working':
      return 'pending';
    case 'completed':
      return 'completed';
    case 'refused':
      return 'refused';
    case 'in_doubt':
      return 'outcomeunknown';
    case 'over':
      // The charge is read. An output here is evidence, not the result of a successful Call.
      return (outputIn(record) ?? null) === null ? 'outcomeunknown' : null;
    default:
      return null;
  }
}

/** The kind of a result without one: from its state, else from members that only such a result has. */
function kindByShape(record: unknown, callRef: string | null): string | null {
  const state = text(member(record, 'state'));
  if (state !== null) return kindOfState(state, record);
  if (hasShapeOfCompleted(record)) return 'completed';
  if (has(record, 'evidence')) return 'outcomeunknown';
  if (hasShapeOfRefusal(record)) return 'refused';
  const statesCharge = has(record, 'usage') || has(record, 'receipt');
  // Only a pending Call states when to poll again.
  if (callRef !== null && !statesCharge && milliseconds(member(record, 'retryAfterMs')) !== null)
    return 'pending';
  // An acknowledgement: it has a reference to poll with, and no outcome.
  const known = ['callRef', 'id', 'ref', 'retryAfterMs', 'toolRef', 'createdAt', 'updatedAt'];
  const others = otherMembers(
    record,
    known.flatMap((name) => [name, ...otherNamesOf(name)]),
  );
  return callRef !== null && Object.values(others).every((value) => value === null) ? 'pending' : null;
}

/** The reference in an answer of unknown shape, where a plain `id` may be of an event, or of a row of the Tool's output. */
function surelyNamed(answer: unknown, record: unknown, callRef: string | null): string | null {
  const isOfCall = has(record, 'kind') || has(record, 'state') || hasCallRecord(recordOf(answer));
  return isOfCall ? callRef : label(member(record, 'callRef'));
}

const hasCallRecord = (record: unknown): boolean =>
  CALL_RECORDS.some((name) => membersOf(member(record, name)) !== null);

/**
 * Reads the result of a Call, by its state or shape if it has no kind. An unreadable or unknown one counts as neither
 * completed nor refused, since money may have moved.
 */
export function readCallResult(answer: unknown): CallResult {
  const body = recordOf(answer, ...CALL_RECORDS);
  const kind = kindOf(body);
  const callRef = referenceIn(body, 'callRef');
  const known = kind === null ? kindByShape(body, callRef) : kind.folded;
  const output = outputIn(body);
  const receipt = member(body, 'receipt') ?? null;
  const usage = readUsage(usageIn(body));
  switch (known) {
    case 'completed':
      if (callRef === null)
        return { kind: 'unreadable', why: 'The completed Call carries no reference.', callRef };
      if (output === undefined)
        return { kind: 'unreadable', why: 'The completed Call carries no output.', callRef };
      return {
        kind: 'completed',
        callRef,
        toolRef: label(member(body, 'toolRef')),
        output,
        usage,
        receipt,
        evidenceHash: text(member(body, 'evidenceHash')),
      };
    case 'pending':
      if (callRef === null)
        return { kind: 'unreadable', why: 'The pending Call carries no reference to ask for.', callRef };
      return { kind: 'pending', callRef, retryAfterMs: milliseconds(member(body, 'retryAfterMs')) };
    case 'outcomeunknown':
    case 'reconciliationrequired':
      return {
        kind: 'outcome_unknown',
        callRef,
        evidence: member(body, 'evidence') ?? null,
        usage,
        receipt,
      };
    case 'refused':
      return {
        kind: 'refused',
        ...readRefusal(body),
        callRef,
        usage,
        receipt,
        nextAction: member(body, 'nextAction', 'continuation') ?? null,
      };
    case 'needsauthority':
      return {
        kind: 'refused',
        ...readRefusal(body),
        // Some services name this kind instead of the code.
        code: 'authority_required',
        callRef,
        usage,
        receipt,
        nextAction: member(body, 'nextAction', 'ownerHandoff', 'continuation') ?? null,
      };
    default:
      return {
        kind: 'unreadable',
        why: unknownKind('result of the Call', kind),
        callRef: surelyNamed(answer, body, callRef),
      };
  }
}
