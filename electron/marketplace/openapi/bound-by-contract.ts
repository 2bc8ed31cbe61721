import { ROLES, type Role } from '../http/answer.ts';
import type { PlainBindings } from './plain-binding.ts';
import { ROLE_FACTS } from './roles.ts';

/** What the contract itself states about a role's request. */
export type BoundByContract =
  | { bound: true; by: 'contract'; operation: null; method: string; path: string; why: string }
  | { bound: false; why: string };

/**
 * The binding that the contract implies without a declaration; undefined if it states nothing.
 * @param without why there is no declaration, as a sentence
 */
export function boundByContract(role: Role, basePath: string, without: string): BoundByContract | undefined {
  const shown = ROLE_FACTS[role].documented;
  if (shown === undefined) return undefined;
  if (shown.method === null)
    return {
      bound: false,
      why: 'The contract shows its path but not its method, and the service’s document does not declare it.',
    };
  return {
    bound: true,
    by: 'contract',
    operation: null,
    method: shown.method,
    path: `${basePath}${shown.path}`,
    why: `The contract shows its method and path (§4). ${without}`,
  };
}

/** The bindings without any document; `whyNone` is the reason, as a sentence. */
export const boundWithout = (basePath: string, whyNone: string): PlainBindings =>
  Object.fromEntries(
    ROLES.map((role) => [
      role,
      boundByContract(role, basePath, 'There is no document to check it against.') ?? {
        bound: false,
        why: `Only the service’s document says where this is. ${whyNone}`,
      },
    ]),
  ) as PlainBindings;
