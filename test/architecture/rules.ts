import { dirname } from 'node:path/posix';
import type { SourceFile } from './imports.ts';
import type { OnlyIn, PackageRule, RetiredText } from './layers.ts';

/** The most production files in one folder. */
const MAX_FILES = 24;

type Layers = readonly (readonly string[])[];

const folderOf = (path: string): string => dirname(path);

/** The module of a path, the longest matching one; null where there is none. */
function moduleOf(modules: ReadonlyMap<string, number>, path: string): string | null {
  for (let folder = folderOf(path); folder !== '.'; folder = folderOf(folder))
    if (modules.has(folder)) return folder;
  return null;
}

const numbered = (layers: Layers): ReadonlyMap<string, number> =>
  new Map(layers.flatMap((modules, layer) => modules.map((module) => [module, layer] as const)));

/**
 * Folders that belong to no layer. A module within a module (`electron/awards/query`) is its own; a folder within a
 * module belongs to it only where the table lists it as `inside`.
 */
export function foldersWithoutLayer(layers: Layers, inside: readonly string[], files: readonly SourceFile[]) {
  const modules = numbered(layers);
  const folders = new Set(files.map(({ path }) => folderOf(path)));
  return [...folders].filter((folder) => !modules.has(folder) && !inside.includes(folder)).sort();
}

/** Imports of a higher layer, or of another module of the same layer. */
export function importsAgainstLayers(layers: Layers, files: readonly SourceFile[]): readonly string[] {
  const modules = numbered(layers);
  const side = (module: string) => module.split('/')[0];
  return files.flatMap(({ path, imports }) =>
    imports.flatMap((target) => {
      const from = moduleOf(modules, path);
      const to = moduleOf(modules, target);
      if (from === null || to === null || from === to) return [];
      const sides = `${side(from)} ${side(to)}`;
      if (sides === 'electron renderer' || sides === 'renderer electron')
        return [`${path} imports ${target}: the two processes share shared/ and nothing else`];
      const [above, below] = [modules.get(from) ?? 0, modules.get(to) ?? 0];
      if (above > below) return [];
      return [`${path} imports ${target}: ${below === above ? 'the same layer' : 'a layer above'}`];
    }),
  );
}

/** Imports of tests, and of what only tests use, by the program. */
export const importsOfTests = (files: readonly SourceFile[]): readonly string[] =>
  files.flatMap(({ path, imports }) =>
    imports
      .filter((target) => /^test\/|\/testing\/|\.test\.tsx?$/u.test(target))
      .map((target) => `${path} imports ${target}: only tests use it`),
  );

export function crowdedFolders(files: readonly SourceFile[]): readonly string[] {
  const counts = Map.groupBy(files, ({ path }) => folderOf(path));
  return [...counts]
    .filter(([, inside]) => inside.length > MAX_FILES)
    .map(([folder, inside]) => `${folder} holds ${inside.length} files, ${MAX_FILES} at most`);
}

/** Circular imports, including types, each reported once. */
export function circles(files: readonly SourceFile[]): readonly string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      found.push([...trail.slice(at), path].join(' -> '));
      return;
    }
    if (done.has(path)) return;
    for (const target of byPath.get(path)?.imports ?? [])
      if (byPath.has(target)) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return found;
}

/**
 * Retired words in the path of a file or in any of its names, including locals.
 * @param retired single lower-case words, each with its replacement
 */
export function retiredNames(retired: Readonly<Record<string, string>>, files: readonly SourceFile[]) {
  const wordsIn = (name: string) =>
    name.split(/(?<=[a-z])(?=[A-Z])|[^A-Za-z]+/u).map((word) => word.toLowerCase());
  const hit = (name: string) => wordsIn(name).find((word) => Object.hasOwn(retired, word));
  return files.flatMap(({ path, names }) => {
    const inPath = hit(path);
    return [
      ...(inPath === undefined ? [] : [`${path}: "${inPath}" is now ${retired[inPath]}`]),
      ...names.flatMap((name) => {
        const word = hit(name);
        return word === undefined ? [] : [`${path} names ${name}: "${word}" is now ${retired[word]}`];
      }),
    ];
  });
}

/**
 * Retired words in the texts of a file.
 * @param retired the words, each with its replacement
 */
export function retiredTexts(retired: readonly RetiredText[], files: readonly SourceFile[]) {
  return files.flatMap(({ path, texts }) =>
    texts.flatMap((text) =>
      retired.filter(({ words }) => words.test(text)).map(({ now }) => `${path} says “${text}”: now ${now}`),
    ),
  );
}

/**
 * Names that two files export with different definitions: a search by name must not find another thing.
 * @param files of one process, including what both share
 */
export function definedTwice(files: readonly SourceFile[]): readonly string[] {
  const definitions = files.flatMap(({ path, defines }) => defines.map((name) => ({ name, path })));
  return [...Map.groupBy(definitions, ({ name }) => name)]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${name} is defined in ${places.map(({ path }) => path).join(' and ')}`);
}

/** Packages used where they are forbidden. */
export function forbiddenPackages(rules: readonly PackageRule[], files: readonly SourceFile[]) {
  return files.flatMap(({ path, packages }) =>
    rules
      .filter(
        ({ within, except }) => path.startsWith(within) && !except.some((each) => path.startsWith(each)),
      )
      .flatMap((rule) =>
        packages
          .filter((name) => rule.packages.test(name))
          .map((name) => `${path} uses ${name}: ${rule.why}`),
      ),
  );
}

/** Files that use a pattern reserved for others. @param texts of the program's files, by path */
export const usesElsewhere = (rules: readonly OnlyIn[], texts: ReadonlyMap<string, string>) =>
  [...texts].flatMap(([path, text]) =>
    rules
      .filter(({ words, files }) => words.test(text) && !files.some((each) => path.startsWith(each)))
      .map(({ words, why }) => `${path} uses ${words.exec(text)?.[0]}: ${why}`),
  );
