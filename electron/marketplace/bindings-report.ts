import type { z } from 'zod';
import type { marketplaceRequests } from '#shared/contract/catalogue.ts';
import { plainText } from '#shared/plain-text.ts';
import { ROLES } from './http/answer.ts';
import type { PlainBinding } from './openapi/plain-binding.ts';
import { ROLE_FACTS } from './openapi/roles.ts';
import { type AnswerMap, describeMap } from './service/answer-map.ts';
import type { ServiceDocument } from './service-document.ts';

export type BindingsReport = z.output<typeof marketplaceRequests.bindings.output>;

/** What Settings shows of the bindings and of the document they are based on. */
export function reportBindings(
  document: ServiceDocument,
  retirements: readonly (readonly [role: string, notices: readonly string[]])[],
): BindingsReport {
  const bindings = document.bindings();
  const current = document.current();
  const cached = document.cached();
  return {
    document:
      current === null || cached === null
        ? null
        : {
            hash: cached.hash,
            fetchedAt: cached.fetchedAt,
            openapi: current.openapi,
            title: current.title,
            requestId: cached.requestId,
          },
    notices: [
      ...document.notices(),
      ...retirements.flatMap(([role, notices]) => notices.map((notice) => `${roleLabel(role)}: ${notice}.`)),
    ],
    roles: ROLES.map((role) => ({
      role,
      words: ROLE_FACTS[role].words,
      bound: boundTo(bindings[role]),
      why: bindings[role].why,
    })),
    operations: current?.operations ?? 0,
  };
}

/** The label of a role in activity rows. */
export const roleLabel = (role: string): string =>
  ROLES.flatMap((one) => (one === role ? [ROLE_FACTS[one].words] : []))[0] ??
  (role === 'openapi' ? 'The document' : role);

/** More fields than any role has, and longer pointers than any answer needs. */
const MAX_LINES = 120;
const LONGEST_LINE = 200;

/** The answer map in words; the operation's names are foreign text. */
function answerOf(map: AnswerMap | null): BoundTo['answer'] {
  if (map === null) return null;
  const lines = describeMap(map)
    .slice(0, MAX_LINES)
    .map((line) => plainText(line, LONGEST_LINE));
  return { declared: map.by !== 'observed', lines };
}

type BoundTo = NonNullable<BindingsReport['roles'][number]['bound']>;

function boundTo(binding: PlainBinding): BindingsReport['roles'][number]['bound'] {
  if (!binding.bound) return null;
  const { method, path, by, operation } = binding;
  return {
    operationId: operation?.id ?? `${method} ${path}`,
    method,
    path,
    by,
    members: operation?.members ?? {},
    answer: answerOf(operation?.answer ?? null),
  };
}
