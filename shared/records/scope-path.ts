import type { Scope } from '../contract/awards.ts';

/** The address of a scope in Results. */
export const scopePath = (scope: Scope): string =>
  `/results?scope=${encodeURIComponent(JSON.stringify(scope))}`;
