/**
 * Compile-time checks that the stand-in offers nothing that Electron does not: every member must be one of Electron's
 * own declarations, and match it. `tsc` is the test (`npm run test:types`).
 */
import type { EventEmitter } from 'node:events';

/**
 * Members of `Mine` that `Theirs` does not have, except those of an event emitter, which Electron declares under
 * another name.
 */
type Invented<Mine, Theirs> = Exclude<keyof Mine, keyof Theirs | keyof EventEmitter>;

/** Members of `Mine` that `Theirs` has, but that do not match it. */
type Misfits<Mine, Theirs> = {
  [Name in Exclude<keyof Mine, keyof EventEmitter>]: Name extends keyof Theirs
    ? Mine[Name] extends Theirs[Name]
      ? never
      : Name
    : never;
}[Exclude<keyof Mine, keyof EventEmitter>];

/**
 * `true` where every member of `Mine` is one of Electron's and matches it; otherwise the names of those that are not.
 */
export type Holds<Mine, Theirs> = [Invented<Mine, Theirs> | Misfits<Mine, Theirs>] extends [never]
  ? true
  : Invented<Mine, Theirs> | Misfits<Mine, Theirs>;

/** Names that Electron does not have; for parts where the stand-in returns less than Electron. */
export type OnlyNames<Mine, Theirs> = [Invented<Mine, Theirs>] extends [never]
  ? true
  : Invented<Mine, Theirs>;
