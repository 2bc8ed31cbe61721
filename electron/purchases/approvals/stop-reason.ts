import { ContractFailure } from '#shared/contract/failure.ts';
import { ownEntry } from '#shared/own-entry.ts';

/** Ends a batch before its last page: anything that the approval did not provide for. */
export class StopReason extends Error {
  readonly code: string;
  constructor(code: string, words: string) {
    super(words);
    this.name = 'StopReason';
    this.code = code;
  }
}

/** Error codes that are also end codes of a batch. */
const KNOWN_CODES: Readonly<Record<string, string>> = {
  approval_void: 'account_changed',
  quote_expired: 'quote_expired',
  over_limit: 'over_limit',
  already_open: 'already_open',
  charge_alarm: 'charge_alarm',
  input_changed: 'input_changed',
  above_authorisation: 'above_authorisation',
};

/** The end code and message for an error. */
export function endOf(error: unknown): { code: string; words: string } {
  if (error instanceof StopReason) return { code: error.code, words: error.message };
  if (error instanceof ContractFailure)
    return { code: ownEntry(KNOWN_CODES, error.failure.code) ?? 'trouble', words: error.failure.message };
  return { code: 'trouble', words: 'Something could not be done or written down.' };
}
