import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'oxc-parser';

/** What one file of the program imports and exports, types included. */
export type SourceFile = {
  /** From the project's root. */
  path: string;
  /** Files of the program, by their paths. */
  imports: readonly string[];
  /** What is not of the program: `react`, `node:fs`. */
  packages: readonly string[];
  exports: readonly string[];
  /** Of the exports, those that the file itself defines. */
  defines: readonly string[];
};

const resolved = (from: string, specifier: string): string | null => {
  if (specifier.startsWith('#shared/')) return `shared/${specifier.slice('#shared/'.length)}`;
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : null;
};

/** Reads the real imports with a parser: static, dynamic, re-exports, types and style sheets. */
export function readSource(path: string, text: string): SourceFile {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const specifiers = [
    ...module.staticImports.map((each) => each.moduleRequest.value),
    ...module.staticExports.flatMap((each) =>
      each.entries.flatMap((entry) => (entry.moduleRequest === null ? [] : [entry.moduleRequest.value])),
    ),
    ...module.dynamicImports.map((each) =>
      text.slice(each.moduleRequest.start, each.moduleRequest.end).replace(/^['"`]|['"`]$/gu, ''),
    ),
  ];
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  const named = exported.flatMap(({ exportName: { name }, moduleRequest }) =>
    name == null ? [] : [{ name, isOwn: moduleRequest === null }],
  );
  const imports = new Set(
    specifiers.flatMap((specifier) => {
      const target = resolved(path, specifier);
      return target === null ? [] : [target];
    }),
  );
  const packages = specifiers.filter((specifier) => resolved(path, specifier) === null);
  return {
    path,
    imports: [...imports],
    packages: [...new Set(packages)],
    exports: named.map(({ name }) => name),
    defines: named.flatMap(({ name, isOwn }) => (isOwn ? [name] : [])),
  };
}
