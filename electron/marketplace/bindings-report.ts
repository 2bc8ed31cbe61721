import type { z } from 'zod';
import type { marketplaceRequests } from '#shared/contract/catalogue.ts';
import { ROLES } from './answer.ts';
import type { Binding, Bindings } from './openapi/binding.ts';
import { ROLE_FACTS } from './openapi/roles.ts';
import type { ServiceDocument } from './openapi/service-document.ts';

export type BindingsReport = z.output<typeof marketplaceRequests.bindings.output>;

/** Everything that Settings shows of how roles were bound, and of the document that they were bound by. */
export function reportBindings(
  bindings: Bindings,
  document: ServiceDocument,
  retirements: readonly (readonly [role: string, notices: readonly string[]])[],
): BindingsReport {
  const current = document.current();
  const kept = document.kept();
  return {
    document:
      current === null || kept === null
        ? null
        : {
            hash: kept.hash,
            fetchedAt: kept.fetchedAt,
            openapi: current.openapi,
            title: current.title,
            requestId: kept.requestId,
          },
    notices: [
      ...document.notices(),
      ...retirements.flatMap(([role, notices]) => notices.map((notice) => `${wordsOf(role)}: ${notice}.`)),
    ],
    roles: ROLES.map((role) => ({
      role,
      words: ROLE_FACTS[role].words,
      bound: boundTo(bindings[role]),
      why: bindings[role].why,
    })),
    operations: (current?.operations ?? []).map(({ id, method, path, summary }) => ({
      operationId: id,
      method,
      path,
      summary,
    })),
  };
}

/** What a role of the activity rows is, in words. */
export const wordsOf = (role: string): string =>
  ROLES.flatMap((one) => (one === role ? [ROLE_FACTS[one].words] : []))[0] ??
  (role === 'openapi' ? 'The document' : role);

function boundTo(binding: Binding): BindingsReport['roles'][number]['bound'] {
  if (!binding.bound) return null;
  if (binding.operation === null)
    return {
      operationId: `${binding.method} ${binding.path}`,
      method: binding.method,
      path: binding.path,
      by: binding.by,
    };
  const { id, method, path } = binding.operation;
  return { operationId: id, method, path, by: binding.by };
}
