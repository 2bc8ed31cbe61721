import { dirname } from 'node:path/posix';
import type { SourceFile } from './imports.ts';
import type { OnlyIn, PackageRule, RetiredText } from './layers.ts';

/** So many production files may lie in one folder. */
const MOST_FILES = 24;

type Layers = readonly (readonly string[])[];

const folderOf = (path: string): string => dirname(path);

/** The module that a path lies in, the longest one of those named; null where none is. */
function moduleOf(modules: ReadonlyMap<string, number>, path: string): string | null {
  for (let folder = folderOf(path); folder !== '.'; folder = folderOf(folder))
    if (modules.has(folder)) return folder;
  return null;
}

const numbered = (layers: Layers): ReadonlyMap<string, number> =>
  new Map(layers.flatMap((modules, layer) => modules.map((module) => [module, layer] as const)));

/**
 * A module within a module (`electron/awards/query`) is its own; a folder within a named module belongs to that module where
 * the table lists it as `inside`.
 */
export function foldersWithoutLayer(layers: Layers, inside: readonly string[], files: readonly SourceFile[]) {
  const modules = numbered(layers);
  const folders = new Set(files.map(({ path }) => folderOf(path)));
  return [...folders].filter((folder) => !modules.has(folder) && !inside.includes(folder)).sort();
}

/** Imports that go up, or from one module into another of the same layer. */
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

export function crowdedFolders(files: readonly SourceFile[]): readonly string[] {
  const counts = Map.groupBy(files, ({ path }) => folderOf(path));
  return [...counts]
    .filter(([, inside]) => inside.length > MOST_FILES)
    .map(([folder, inside]) => `${folder} holds ${inside.length} files, ${MOST_FILES} at most`);
}

/** Circles of files that import each other, types included, each reported once. */
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
 * Retired words in the path of a file or in any of its names, down to the locals.
 * @param retired single lower-case words, each with what it is now
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
 * Retired words within what a file says.
 * @param retired what is no longer said, each with what is said now
 */
export function retiredTexts(retired: readonly RetiredText[], files: readonly SourceFile[]) {
  return files.flatMap(({ path, texts }) =>
    texts.flatMap((text) =>
      retired.filter(({ words }) => words.test(text)).map(({ now }) => `${path} says “${text}”: now ${now}`),
    ),
  );
}

/**
 * Names that two files export with definitions of their own: whoever finds one by its name must not find another thing.
 * @param files of one process, with what both share
 */
export function definedTwice(files: readonly SourceFile[]): readonly string[] {
  const definitions = files.flatMap(({ path, defines }) => defines.map((name) => ({ name, path })));
  return [...Map.groupBy(definitions, ({ name }) => name)]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${name} is defined in ${places.map(({ path }) => path).join(' and ')}`);
}

/** Packages used where they must not be. */
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

/** Files that use words which are another's alone. @param texts of the program's files by their paths */
export const usesElsewhere = (rules: readonly OnlyIn[], texts: ReadonlyMap<string, string>) =>
  [...texts].flatMap(([path, text]) =>
    rules
      .filter(({ words, files }) => words.test(text) && !files.some((each) => path.startsWith(each)))
      .map(({ words, why }) => `${path} uses ${words.exec(text)?.[0]}: ${why}`),
  );
