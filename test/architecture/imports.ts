import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'oxc-parser';

/** What one file of the program imports and exports, types included. */
export type SourceFile = {
  /** Relative to the project's root. */
  path: string;
  /** Files of the program, by their paths: those imported, and those named (`new URL`, `require`, a glob). */
  imports: readonly string[];
  /** Packages outside the program: `react`, `node:fs`. */
  packages: readonly string[];
  exports: readonly string[];
  /** Of the exports, those that the file itself defines. */
  defines: readonly string[];
  /** Every identifier: of locals, members and parameters too. */
  names: readonly string[];
  /** Texts of at least two words; template placeholders are written as `#`. */
  texts: readonly string[];
};

type Node = { type?: string; name?: unknown; value?: unknown; quasis?: { value: { cooked: string } }[] };

/** What a node of the parser's tree says. */
function textOf(node: Node): string {
  if (node.type === 'TemplateLiteral') return (node.quasis ?? []).map(({ value }) => value.cooked).join('#');
  const isText = node.type === 'JSXText' || node.type === 'Literal';
  return isText && typeof node.value === 'string' ? node.value : '';
}

/** A file by its relative place, or the files of a glob. */
const FILE = /^\.{1,2}\/[^\s#]*\.(?:[cm]?[jt]sx?|css)$/u;

/** The identifiers, the texts and the files named below a node. */
function wordsBeneath(root: Node): { names: Set<string>; texts: string[]; named: string[] } {
  const names = new Set<string>();
  const texts: string[] = [];
  const named: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, name } = node as Node;
    if (type?.endsWith('Identifier') === true && typeof name === 'string') names.add(name);
    const text = textOf(node as Node)
      .replaceAll(/\s+/gu, ' ')
      .trim();
    if (text.includes(' ')) texts.push(text);
    if (FILE.test(text)) named.push(text);
    for (const child of Object.values(node)) visit(child);
  };
  visit(root);
  return { names, texts, named };
}

const resolved = (from: string, specifier: string): string | null => {
  if (specifier.startsWith('#shared/')) return `shared/${specifier.slice('#shared/'.length)}`;
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : null;
};

/** Parses a file: its imports (static, dynamic, re-exports, types, style sheets, threads), names and texts. */
export function readSource(path: string, text: string): SourceFile {
  const { module, program, errors } = parseSync(path, text);
  const { names, texts, named } = wordsBeneath(program as unknown as Node);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const specifiers = [
    ...module.staticImports.map((each) => each.moduleRequest.value),
    ...module.staticExports.flatMap((each) =>
      each.entries.flatMap((entry) => (entry.moduleRequest === null ? [] : [entry.moduleRequest.value])),
    ),
    ...module.dynamicImports.map((each) =>
      text.slice(each.moduleRequest.start, each.moduleRequest.end).replace(/^['"`]|['"`]$/gu, ''),
    ),
    ...named,
  ];
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  const definitions = exported.flatMap(({ exportName: { name }, moduleRequest }) =>
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
    exports: definitions.map(({ name }) => name),
    defines: definitions.flatMap(({ name, isOwn }) => (isOwn ? [name] : [])),
    names: [...names],
    texts,
  };
}
