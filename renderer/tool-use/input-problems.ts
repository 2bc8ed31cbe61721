import type { ErrorSchema } from '@rjsf/utils';
import type { InputProblem } from '#shared/contract/catalogue.ts';

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Where a problem is, for users: `journey › via › 2`; entries of a list are counted from one. */
export function fieldPathOf({ pointer }: InputProblem): string {
  const parts = partsOf(pointer).map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part));
  return parts.length === 0 ? 'the input' : parts.join(' › ');
}

/** Problems by JSON pointer in the form's own structure, each beside its field. */
export function errorSchemaOf(problems: readonly InputProblem[]): ErrorSchema {
  const root: ErrorSchema = {};
  for (const { pointer, words } of problems) {
    let at = root;
    for (const part of partsOf(pointer)) {
      // A name such as `__proto__` must not reach the object's internals: only the list of problems shows it.
      if (part === '__proto__') break;
      const inner = Object.hasOwn(at, part) ? at[part] : undefined;
      if (inner === undefined) Object.assign(at, { [part]: {} });
      const next = at[part];
      if (next === undefined) break;
      at = next;
    }
    at.__errors = [...(at.__errors ?? []), words];
  }
  return root;
}
