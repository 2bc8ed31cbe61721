/**
 * Checks by the compiler that the stand-in promises nothing that Electron does not: every member of it must be one of
 * Electron's own declarations, and fit what is declared there. `tsc` is the test (`npm run test:types`).
 */
import type { EventEmitter } from 'node:events';

/** Members of `Mine` that `Theirs` does not have; those of an event emitter are Electron's by another name. */
type Invented<Mine, Theirs> = Exclude<keyof Mine, keyof Theirs | keyof EventEmitter>;

/** Members of `Mine` that `Theirs` has, but that do not fit it. */
type Misfits<Mine, Theirs> = {
  [Name in Exclude<keyof Mine, keyof EventEmitter>]: Name extends keyof Theirs
    ? Mine[Name] extends Theirs[Name]
      ? never
      : Name
    : never;
}[Exclude<keyof Mine, keyof EventEmitter>];

/** `true` where every member of `Mine` is one of Electron's and fits it; else the names of those that are not. */
export type Holds<Mine, Theirs> = [Invented<Mine, Theirs> | Misfits<Mine, Theirs>] extends [never]
  ? true
  : Invented<Mine, Theirs> | Misfits<Mine, Theirs>;

/** Names that Electron does not have; for parts that the stand-in answers with less than Electron returns. */
export type OnlyNames<Mine, Theirs> = [Invented<Mine, Theirs>] extends [never]
  ? true
  : Invented<Mine, Theirs>;
