import { callStanding } from './call-states.ts';
import { fold } from './fold.ts';
import { CALL_RECORDS, otherNamesOf } from './member-names.ts';
import { kindOf, label, member, milliseconds, otherMembers, text, unknownKind } from './reading.ts';
import { type RefusalReading, readRefusal } from './refusal.ts';
import { hasShapeOfRefusal, recordOf, referenceIn } from './shape.ts';
import { readUsage, type Usage, usageIn } from './usage.ts';

/** `receipt` and `evidence` are stored as they came, null where there is none: money may have moved even where refused. */
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

/** What a completed Call gave, under its own name or where services put what they answer with; undefined where nothing is. */
function outputIn(record: unknown): unknown {
  const named = member(record, 'output');
  return named === undefined
    ? member(record, 'result', 'data', 'response', 'payload', 'body', 'content')
    : named;
}

/** States of a charge, folded, that only a Call has which is over. */
const CHARGED_FOR_GOOD = ['paid', 'charged', 'settled', 'freetier'];

/** Whether a record that names neither kind nor state is of a completed Call: its output under any other word may be anything. */
export function hasShapeOfCompleted(record: unknown): boolean {
  if (member(record, 'output') !== undefined) return true;
  const charged = readUsage(member(record, 'usage'))?.chargeState ?? '';
  const isOver = text(member(record, 'evidenceHash')) !== null || CHARGED_FOR_GOOD.includes(fold(charged));
  return isOver && outputIn(record) !== undefined && !hasShapeOfRefusal(record);
}

/** The kind that a state alone gives a result; null where it gives none, so that nothing is concluded from it. */
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
      // What it was charged is heard. What it gave nonetheless is evidence, and no result of a Call that succeeded.
      return outputIn(record) === undefined ? 'outcomeunknown' : null;
    default:
      return null;
  }
}

/** The kind of a result that names none: by its state, else by what only such a result carries. */
function kindByShape(record: unknown, callRef: string | null): string | null {
  const state = text(member(record, 'state'));
  if (state !== null) return kindOfState(state, record);
  if (hasShapeOfCompleted(record)) return 'completed';
  if (member(record, 'evidence') !== undefined) return 'outcomeunknown';
  if (hasShapeOfRefusal(record)) return 'refused';
  const tellsMoney = member(record, 'usage') !== undefined || member(record, 'receipt') !== undefined;
  // Only what goes on has a time to ask again.
  if (callRef !== null && !tellsMoney && milliseconds(member(record, 'retryAfterMs')) !== null)
    return 'pending';
  // An acknowledgement: it has a reference to ask by, and nothing of an outcome.
  const known = ['callRef', 'id', 'ref', 'retryAfterMs', 'toolRef', 'createdAt', 'updatedAt'];
  return callRef !== null &&
    Object.keys(
      otherMembers(
        record,
        known.flatMap((name) => [name, ...otherNamesOf(name)]),
      ),
    ).length === 0
    ? 'pending'
    : null;
}

/**
 * Reads the result of a Call. Where it names no kind, its state or its shape shows it. What cannot be read, and a kind
 * that nobody has seen, count as not done: never as completed and never as refused, since money may have moved.
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
        // Some surfaces name this kind instead of the code.
        code: 'authority_required',
        callRef,
        usage,
        receipt,
        nextAction: member(body, 'nextAction', 'ownerHandoff', 'continuation') ?? null,
      };
    default:
      return { kind: 'unreadable', why: unknownKind('result of the Call', kind), callRef };
  }
}
