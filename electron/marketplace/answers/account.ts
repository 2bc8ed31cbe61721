import { kindOf, label, member, text, texts, unknownKind } from './reading.ts';
import { recordOf } from './shape.ts';

export type AccountReading =
  | {
      kind: 'authenticated';
      principalRef: string | null;
      accountRef: string | null;
      /** Null where the service does not state them. */
      scopes: string[] | null;
      authorityMode: string | null;
      environment: string | null;
    }
  | { kind: 'unreadable'; why: string };

const ACCOUNT_REFS = ['accountRef', 'accountId'];
const PRINCIPAL_REFS = ['principalRef', 'principalId', 'sub', 'subject'];
const SCOPES = ['scopes', 'scope', 'permissions', 'grantedScopes'];

/** Whom the key speaks for. It grants no spending authority, whatever it says (§1.5). */
export function readAccount(answer: unknown): AccountReading {
  const body = recordOf(answer, 'account');
  const kind = kindOf(body);
  // A record that is called the account has its own reference; one beside it may be of anything.
  const ownRef = member(member(answer, 'account'), 'id', 'ref');
  // Where no kind is named, what only an account carries makes it one.
  const knownByShape =
    kind === null &&
    (label(ownRef) !== null ||
      [...ACCOUNT_REFS, ...PRINCIPAL_REFS, ...SCOPES].some((name) => member(body, name) !== undefined));
  if (kind?.folded !== 'authenticated' && !knownByShape)
    return { kind: 'unreadable', why: unknownKind('account answer', kind) };
  return {
    kind: 'authenticated',
    principalRef: label(member(body, ...PRINCIPAL_REFS)),
    accountRef: label(member(body, ...ACCOUNT_REFS)) ?? label(ownRef),
    scopes: readScopes(member(body, ...SCOPES)),
    authorityMode: text(member(body, 'authorityMode')),
    environment: text(member(body, 'environment')),
  };
}

/** A list, or OAuth's one text with spaces between. */
function readScopes(value: unknown): string[] | null {
  if (Array.isArray(value)) return texts(value);
  return typeof value === 'string' ? value.split(' ').filter((scope) => scope !== '') : null;
}
