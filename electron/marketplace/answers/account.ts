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

/** The account that the key belongs to. It grants no spending authority, whatever it states (§1.5). */
export function readAccount(answer: unknown): AccountReading {
  const body = recordOf(answer, 'account');
  const kind = kindOf(body);
  // A nested account record may use `id` as its reference; an `id` outside one may belong to anything.
  const ownRef = member(member(answer, 'account'), 'id', 'ref');
  // Without a kind, members that only an account has identify it.
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

/** A list, or OAuth's space-separated string. */
function readScopes(value: unknown): string[] | null {
  if (Array.isArray(value)) return texts(value);
  return typeof value === 'string' ? value.split(' ').filter((scope) => scope !== '') : null;
}
