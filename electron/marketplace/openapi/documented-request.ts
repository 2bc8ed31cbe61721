import { isMemberName, type MemberName } from '../service/member-names.ts';
import type { RoleFacts } from './roles.ts';

type BuiltRequest = {
  method: string;
  /** Path and query, relative to the marketplace's origin. */
  path: string;
  headers: Record<string, string>;
  /** JSON text; undefined if there is no body. */
  body: string | undefined;
};
export type Built = { ok: true; request: BuiltRequest } | { ok: false; why: string };

/** Without a declaration only what the contract itself states is sent: for the search, `query` (§2.5). */
export function documentedRequest(
  { method, path }: { method: string; path: string },
  facts: RoleFacts,
  members: Readonly<Record<string, unknown>>,
): Built {
  const needed = Object.entries(members).filter(
    (entry): entry is [MemberName, unknown] =>
      isMemberName(entry[0]) && entry[1] !== undefined && facts.needs.includes(entry[0]),
  );
  const missing = facts.needs.find((need) => !needed.some(([name]) => name === need));
  if (missing !== undefined) return { ok: false, why: `It needs ${missing}.` };
  const body = needed.length === 0 ? undefined : JSON.stringify(Object.fromEntries(needed));
  return { ok: true, request: { method, path, headers: {}, body } };
}
