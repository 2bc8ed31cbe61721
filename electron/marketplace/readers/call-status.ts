import { integer, kindOf, member, milliseconds, text, unknownKind } from '../reading.ts';
import { type CallResult, readCallResult } from './call-result.ts';
import { CODE_NOT_TOLD } from './refusal.ts';
import { readUsage, type Usage } from './usage.ts';

export type CallStatusReading =
  | {
      kind: 'found';
      callRef: string;
      /** Null where the status tells none: then `afterVersion` cannot be asked with. */
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

/** Reads the status of a Call. A refusal to tell the status says nothing of the Call itself. */
export function readCallStatus(body: unknown): CallStatusReading {
  const kind = kindOf(body);
  switch (kind?.folded) {
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
        code: text(member(body, 'code')) ?? (kind.folded === 'notfound' ? 'not_found' : CODE_NOT_TOLD),
      };
    case 'found':
      return readFound(body);
    default:
      return { kind: 'unreadable', why: unknownKind('status of the Call', kind) };
  }
}

function readFound(body: unknown): CallStatusReading {
  const callRef = text(member(body, 'callRef'));
  const state = text(member(body, 'state'));
  if (callRef === null) return { kind: 'unreadable', why: 'The status does not say of which Call it is.' };
  if (state === null) return { kind: 'unreadable', why: 'The status does not say how the Call stands.' };
  const result = member(body, 'result');
  return {
    kind: 'found',
    callRef,
    version: integer(member(body, 'version')),
    toolRef: text(member(body, 'toolRef')),
    state,
    usage: readUsage(member(body, 'usage')),
    result: result === undefined || result === null ? null : readCallResult(result),
    receipt: member(body, 'receipt') ?? null,
    evidenceHash: text(member(body, 'evidenceHash')),
  };
}
