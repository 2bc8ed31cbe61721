import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, type SourceFile } from './architecture/imports.ts';
import { INSIDE, LAYERS, ONLY_IN, PACKAGES, RETIRED, RETIRED_ON_SCREEN } from './architecture/layers.ts';
import {
  circles,
  crowdedFolders,
  definedTwice,
  foldersWithoutLayer,
  forbiddenPackages,
  importsAgainstLayers,
  importsOfTests,
  retiredNames,
  retiredTexts,
  usesElsewhere,
} from './architecture/rules.ts';

const ROOT = join(import.meta.dirname, '..');

/** The texts of files in the program's folders and in further ones, by path. A rule over no file at all would prove nothing. */
function listed(wanted: RegExp, unwanted = /^$/u, beside: readonly string[] = []) {
  const all = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'electron', 'renderer', 'shared', ...beside],
    { cwd: ROOT, encoding: 'utf8' },
  )
    .trim()
    .split('\n');
  const found = all.filter(
    (path) => wanted.test(path) && !unwanted.test(path) && existsSync(join(ROOT, path)),
  );
  if (found.length === 0) throw new Error(`No file is like ${wanted}.`);
  return new Map(found.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

/** Tests and what only tests use are not part of the program. */
const program = () => listed(/\.tsx?$/u, /\.test\.tsx?$|\/testing\//u);

/** Files that may name the column for a run's completeness: those that decide it, and the one that writes it. */
const KNOWS_COMPLETE =
  /^electron\/(awards\/coverage\/|awards\/record\/page-recorder\.ts$|storage\/migrations\/)/u;

/** `it's`, and `called "${title}"` or `called "such"` within a sentence. */
const STRAIGHT = /[^\n]*(?:\p{L}'\p{L}|(?<=[\s(`\p{L}])"\$\{|'[^'\n]* "[\p{L}-][^'"\n]*"[^'\n]*')[^\n]*/gu;

describe('the program', () => {
  const texts = program();
  const files: readonly SourceFile[] = [...texts].map(([path, text]) => readSource(path, text));
  const parsed = new Map(files.map((file) => [file.path, file]));
  it('has a layer for every folder', () => expect(foldersWithoutLayer(LAYERS, INSIDE, files)).toEqual([]));
  it('imports downwards only', () => expect(importsAgainstLayers(LAYERS, files)).toEqual([]));
  it('imports nothing that only tests use', () => expect(importsOfTests(files)).toEqual([]));
  it('uses packages only where allowed', () => expect(forbiddenPackages(PACKAGES, files)).toEqual([]));
  it.each(['CONTRIBUTING.md', 'docs/decisions.md', 'docs/purchases.md', 'docs/where.md'])(
    'has every file that %s names',
    (document) => {
      const named = readFileSync(join(ROOT, document), 'utf8').matchAll(
        /`((?:electron|renderer|shared|test)\/[\w./-]+)`/gu,
      );
      const paths = [...named].map(([, path = '']) => path);
      expect(paths.length).toBeGreaterThan(0);
      expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    },
  );
  it.each(['electron', 'renderer'])('has every folder of %s in the layout of CONTRIBUTING.md', (process) => {
    const layout = new RegExp(`^${process}/.*\\n(?: .*\\n)+`, 'mu').exec(
      readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'),
    );
    const named = new Set(layout?.[0].match(/[\w-]+(?=\/)/gu));
    const folders = new Set(
      files.flatMap(({ path }) => new RegExp(`^${process}/([^/]+)/`, 'u').exec(path)?.[1] ?? []),
    );
    expect([...folders].filter((folder) => !named.has(folder))).toEqual([]);
  });
  it('formats in one module', () => expect(usesElsewhere(ONLY_IN, texts)).toEqual([]));
  it('writes apostrophes and quotation marks on the screen in one way', () => {
    // Terminals, machine formats and other programs' files have their own conventions.
    const elsewhere =
      /^electron\/(?:assistant|commands|demo-marketplace|hosts|storage\/migrations)\/|^(?:electron\/app\/terminal-commands|renderer\/app\/theme|shared\/csv)\.ts$/u;
    const onScreen = [...texts].filter(([path]) => !elsewhere.test(path));
    const straight = onScreen.flatMap(([path, text]) => {
      const code = text.replaceAll(/\/\*.*?\*\/|(?<![:'"`])\/\/[^\n]*/gsu, '');
      return (code.match(STRAIGHT) ?? []).map((line) => `${path}: ${line.trim()}`);
    });
    expect(straight).toEqual([]);
  });
  it('has no unit test that waits for time', () => {
    const unitTests = listed(/\.test\.tsx?$/u);
    const waiting = [...unitTests].filter(
      ([, text]) =>
        /timers\/promises|\bset(?:Timeout|Interval)\(/u.test(text) && !text.includes('useFakeTimers'),
    );
    expect(waiting.map(([path]) => path)).toEqual([]);
  });
  it('looks up a table of words by own entries only', () => {
    const inherited = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/^(?:export )?const (\w+): (?:Readonly<)?(?:Partial<)?Record<string,/gmu)].flatMap(
        ([, table = '']) =>
          (text.match(new RegExp(`[^\\n]*(?:\\b${table}\\[(?!')|\\bin ${table}\\b)[^\\n]*`, 'gu')) ?? []).map(
            (line) => `${path}: ${line.trim()}`,
          ),
      ),
    );
    expect(inherited).toEqual([]);
  });
  it('has no folder with too many files', () => expect(crowdedFolders(files)).toEqual([]));
  it('has no retired word in a name, including names in tests', () => {
    // Released migrations stay as they are, and this test contains the words that it looks for.
    const everything = listed(/\.tsx?$/u, /^(?:electron\/storage\/migrations|test\/architecture)/u, ['test']);
    expect(
      retiredNames(
        RETIRED,
        [...everything].map(([path, text]) => parsed.get(path) ?? readSource(path, text)),
      ),
    ).toEqual([]);
  });
  it('has no retired word in a class or a property of a style sheet', () => {
    const sheets = listed(/\.css$/u);
    const named = [...sheets].map(([path, text]) => ({
      ...readSource('none.ts', ''),
      path,
      names: text.replaceAll(/\/\*.*?\*\//gsu, '').match(/(?<=\.|--)[a-z][\w-]*/giu) ?? [],
    }));
    expect(retiredNames(RETIRED, named)).toEqual([]);
  });
  it('has no retired word on the screen, even within sentences', () => {
    // Text of a service, a terminal or an earlier version's file has its own vocabulary.
    const elsewhere = /^electron\/(?:demo-marketplace|storage\/migrations)\//u;
    const onScreen = files.filter(({ path }) => !elsewhere.test(path));
    expect(retiredTexts(RETIRED_ON_SCREEN, onScreen)).toEqual([]);
  });
  it.each(['electron/', 'renderer/'])('defines each exported name once in %s', (process) => {
    const ofProcess = files.filter(
      ({ path }) =>
        // The embedded marketplace represents a service, which has its own vocabulary.
        (path.startsWith(process) || path.startsWith('shared/')) &&
        !path.startsWith('electron/demo-marketplace/'),
    );
    expect(definedTwice(ofProcess)).toEqual([]);
  });
  it('has no circular import', () => expect(circles(files)).toEqual([]));
  it('decides in one module whether a run is complete', () => {
    const naming = [...texts].flatMap(([path, text]) => (/has_more/u.test(text) ? [path] : []));
    expect(naming.filter((path) => KNOWS_COMPLETE.test(path)).length).toBeGreaterThan(2);
    expect(naming.filter((path) => !KNOWS_COMPLETE.test(path))).toEqual([]);
  });
});

describe('the rule that keeps it', () => {
  const source = (path: string, text = '') => readSource(path, text);
  const against = (...files: SourceFile[]) =>
    importsAgainstLayers(
      [
        ['shared'],
        ['electron/storage'],
        ['electron/awards', 'electron/trips'],
        ['renderer/results', 'renderer/compare'],
      ],
      files,
    );
  const crowd = Array.from({ length: 25 }, (_, index) => source(`electron/trips/file-${index}.ts`));

  it.each<[what: string, found: readonly string[], times: number]>([
    ['a folder that no layer names', foldersWithoutLayer([], [], [source('electron/wallet/wallet.ts')]), 1],
    [
      'an import of a higher layer',
      against(source('electron/storage/open.ts', "import { a } from '../awards/awards.ts';")),
      1,
    ],
    [
      'an import from one feature into another, including types',
      against(source('electron/trips/trips.ts', "import type { A } from '../awards/awards.ts';")),
      1,
    ],
    [
      'an import from one screen into another, including style sheets and chunks',
      against(
        source('renderer/compare/a.tsx', "import classes from '../results/results.module.css';"),
        source('renderer/compare/b.tsx', "const later = () => import('../results/results-screen.tsx');"),
        source('renderer/compare/c.tsx', "export { a } from '../results/results-screen.tsx';"),
      ),
      3,
    ],
    [
      'an import by a type, a thread, a glob or a required file',
      against(
        source('electron/storage/a.ts', "let a: import('../awards/awards.ts').Awards;"),
        source('electron/storage/b.ts', "new Worker(new URL('../awards/worker.ts', import.meta.url));"),
        source('electron/storage/c.ts', "const all = import.meta.glob('../awards/*.ts');"),
        source('electron/storage/d.ts', "const addon = require('../awards/addon.cjs');"),
      ),
      4,
    ],
    [
      'an import from one process into the other',
      against(source('renderer/results/a.ts', "import { a } from '../../electron/storage/open.ts';")),
      1,
    ],
    [
      'no import of the own module or of a lower one',
      against(
        source(
          'electron/awards/a.ts',
          "import { b } from './b.ts'; import { c } from '../storage/c.ts'; import { d } from '#shared/d.ts';",
        ),
      ),
      0,
    ],
    [
      'an import of what only tests use',
      importsOfTests([
        source('electron/awards/a.ts', "import { b } from './testing/b.ts';"),
        source('electron/awards/b.ts', "import type { C } from '../../test/support/c.ts';"),
        source('shared/c.ts', "export { d } from './d.test.ts';"),
      ]),
      3,
    ],
    [
      'a package where it is not allowed',
      forbiddenPackages(PACKAGES, [
        source('shared/a.ts', "import { join } from 'node:path';"),
        source('renderer/results/b.tsx', "import { Entry } from '@napi-rs/keyring';"),
        source('electron/awards/c.ts', "import { app } from 'electron';"),
        source('electron/main.ts', "import { app } from 'electron';"),
      ]),
      3,
    ],
    [
      'a formatter outside its module',
      usesElsewhere(
        ONLY_IN,
        new Map([
          ['renderer/results/a.ts', 'const name = new Intl.NumberFormat();'],
          ['electron/export/b.ts', 'const words = miles.toLocaleString();'],
          ['shared/formats.ts', 'new Intl.NumberFormat();'],
        ]),
      ),
      2,
    ],
    ...[
      "{isOld && 'newest '}",
      '`No space$' + "{same ? ' in one programme' : ''}.`",
      '`$' + '{place}$' + "{origin === null ? '' : `, for $" + '{origin}`}`',
      '`1 record$' + "{count === 1 ? '' : 's'}`",
      "names.join(' or ')",
    ].map((text): [string, readonly string[], number] => [
      `the sentence concatenated from pieces by ${text}`,
      usesElsewhere(ONLY_IN, new Map([['renderer/results/a.tsx', text]])),
      1,
    ]),
    ['the twenty-fifth file of a folder', crowdedFolders(crowd), 1],
    ['no folder of twenty-four', crowdedFolders(crowd.slice(1)), 0],
    [
      'a name with two definitions',
      definedTwice([
        source('shared/dates.ts', 'export const dayOf = 1;'),
        source('electron/trips/a.ts', 'export type dayOf = string;'),
        source('electron/trips/b.ts', "export { dayOf } from './a.ts';"),
      ]),
      1,
    ],
    [
      'a circular type import',
      circles([
        source('electron/trips/a.ts', "import type { B } from './b.ts';"),
        source('electron/trips/b.ts', "export type { A } from './a.ts';"),
      ]),
      1,
    ],
    [
      'a retired word in the name of a file, a folder, an export, a local or a member',
      retiredNames({ asking: 'run' }, [
        source('electron/trips/asking-order.ts'),
        source('electron/asking/b.ts'),
        source(
          'electron/trips/a.ts',
          'export const lastAsking = 1; export const tasking = 2; export function f() { const { asking } = { asking: 1 }; return asking; }',
        ),
      ]),
      4,
    ],
    ...[
      'const why = "Nothing was bought that you were told of.";',
      'const why = `$' + '{count} records are gone.`;',
      'const row = <p>Since you last looked, nothing changed.</p>;',
    ].map((text): [string, readonly string[], number] => [
      `a retired word within the sentence of ${text}`,
      retiredTexts(RETIRED_ON_SCREEN, [source('renderer/a.tsx', text)]),
      1,
    ]),
  ])('fails on %s', (_what, found, times) => expect(found).toHaveLength(times));
});
