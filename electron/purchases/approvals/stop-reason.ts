import { ContractFailure } from '#shared/contract/failure.ts';
import { ownEntry } from '#shared/own-entry.ts';

/** What ends a batch before its last page. Whatever the approval did not provide for is a reason to stop. */
export class StopReason extends Error {
  readonly code: string;
  constructor(code: string, words: string) {
    super(words);
    this.name = 'StopReason';
    this.code = code;
  }
}

/** Failures that have a name of their own as the end of a batch. */
const KNOWN_CODES: Readonly<Record<string, string>> = {
  approval_void: 'account_changed',
  quote_expired: 'quote_expired',
  over_limit: 'over_limit',
  already_open: 'already_open',
  charge_alarm: 'charge_alarm',
  input_changed: 'input_changed',
  above_authorisation: 'above_authorisation',
};

/** Why a batch ended, by whatever was thrown. */
export function endOf(error: unknown): { code: string; words: string } {
  if (error instanceof StopReason) return { code: error.code, words: error.message };
  if (error instanceof ContractFailure)
    return { code: ownEntry(KNOWN_CODES, error.failure.code) ?? 'trouble', words: error.failure.message };
  return { code: 'trouble', words: 'Something could not be done or written down.' };
}
