import type { KeyStatus } from '#shared/contract/status.ts';

/** Protected Calls need this scope (§1.5, §5.3). */
export const CALL_SCOPE = 'market_tools:call';

/** Whether there is a key, where it is stored and for whom, in a sentence. */
export function keyLabel(status: KeyStatus): string {
  if (status.state === 'none') return 'No key is stored for this marketplace.';
  if (status.state === 'unread') return keyUnread(status);
  const place =
    status.state === 'keychain'
      ? 'A key is stored in the system’s keychain'
      : 'A key is in memory, for this run only';
  const key = status.origin === null ? `${place}.` : `${place}, for ${status.origin}.`;
  // A reference such as `account:demo` already says what it is.
  return status.account === null
    ? key
    : `${key} It belongs to the account ${status.account.replace(/^account[:/]/u, '')}.`;
}

/** That it is not known whether there is a key, why, and what follows from it. */
export const keyUnread = ({ keychain }: Pick<KeyStatus, 'keychain'>): string =>
  `Whether a key is stored for this marketplace is not known. ${keychain.words}`;

/** The scope for quotes and Calls that a key lacks; null where it has it, or where its scopes are not known. */
export function missingScope(status: Pick<KeyStatus, 'scopes'>): string | null {
  return status.scopes === null || status.scopes.includes(CALL_SCOPE) ? null : CALL_SCOPE;
}
