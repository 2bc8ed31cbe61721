import { kindOf, member, milliseconds, text, unknownKind } from '../reading.ts';
import { type Refusal, readRefusal } from './refusal.ts';
import { readUsage, type Usage } from './usage.ts';

/** `receipt` and `evidence` are kept as they came, null where there is none: money may have moved even where refused. */
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
    } & Refusal)
  | { kind: 'unreadable'; why: string; callRef: string | null };

/**
 * Reads the result of a Call. What cannot be read, and a kind that nobody has seen, count as not done: never as
 * completed and never as refused, since money may have moved.
 */
export function readCallResult(body: unknown): CallResult {
  const kind = kindOf(body);
  const callRef = text(member(body, 'callRef'));
  const receipt = member(body, 'receipt') ?? null;
  const usage = readUsage(member(body, 'usage'));
  switch (kind?.folded) {
    case 'completed':
      if (callRef === null)
        return { kind: 'unreadable', why: 'The completed Call carries no reference.', callRef };
      if (member(body, 'output') === undefined)
        return { kind: 'unreadable', why: 'The completed Call carries no output.', callRef };
      return {
        kind: 'completed',
        callRef,
        toolRef: text(member(body, 'toolRef')),
        output: member(body, 'output'),
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
