import { ROLES, type Role } from '../http/answer.ts';
import type { PlainBindings } from './plain-binding.ts';
import { ROLE_FACTS } from './roles.ts';

/** What the contract itself shows of a role's request. */
export type BoundByContract =
  | { bound: true; by: 'contract'; operation: null; method: string; path: string; why: string }
  | { bound: false; why: string };

/**
 * A role as the contract shows it, where no declaration can be gone by; undefined where it shows nothing of it.
 * @param without why there is no declaration, in a sentence
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

/** How every role is bound where there is no document at all; `whyNone` says why, as the end of a sentence. */
export const boundWithout = (basePath: string, whyNone: string): PlainBindings =>
  Object.fromEntries(
    ROLES.map((role) => [
      role,
      boundByContract(role, basePath, 'There is no document to check it against.') ?? {
        bound: false,
        why: `The contract does not show where this is, and ${whyNone}.`,
      },
    ]),
  ) as PlainBindings;
