import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const built = resolve(import.meta.dirname, '../../../out');

/**
 * Airports and airlines, which suggestions read and from which the embedded marketplace makes its award space, and the
 * names that travellers use, in English and in other languages.
 */
const DATA = ['airlines', 'airport-names', 'airports', 'city-names'];

/** Chunks of libraries that came with updates, the log and the server for assistants. */
const LIBRARIES = ['assistants-library', 'log-library', 'updater-library'];

/** A bundle's file name without its content hash. */
const named = (path: string): string => path.replace(/^.*[\\/]/, '').replace(/(?:-[\w-]{8})?\.js$/, '');
const megabytes = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + readFileSync(path).length, 0) / 1e6;

describe('the bundles', () => {
  const folder = join(built, 'main');
  const main = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .map((path) => join(folder, path));

  it('contain all programs other than the page in 1.5 MB of program text, and 0.38 MB of libraries', () => {
    const text = main.filter((path) => ![...DATA, ...LIBRARIES].includes(named(path)));
    expect(text.map(named)).toEqual(expect.arrayContaining(['main', 'host', 'mcp', 'demo-marketplace']));
    expect(megabytes(text)).toBeLessThan(1.5);
    const libraries = main.filter((path) => LIBRARIES.includes(named(path)));
    expect(libraries.map(named).sort()).toEqual(LIBRARIES);
    expect(megabytes(libraries)).toBeLessThan(0.38);
  });

  /** All program text that `entry` loads at start. What is imported on first use comes after the start. */
  const begins = (entry: string) => {
    const loaded = new Set(main.filter((path) => named(path) === entry && !/main-[^/\\]*$/.test(path)));
    // Iterating a set includes what is added meanwhile.
    for (const path of loaded)
      for (const [, beside = ''] of readFileSync(path, 'utf8').matchAll(/(?:from|import)"(\.{1,2}\/[^"]+)"/g))
        loaded.add(join(dirname(path), beside));
    return [...loaded].filter((path) => !DATA.includes(named(path)));
  };

  it.each(['main', 'open-program'])('load at most 0.85 MB of program text to start %s', (entry) => {
    const text = begins(entry);
    expect(text.length).toBeGreaterThan(5);
    expect(megabytes(text)).toBeLessThan(0.85);
  });

  it('serve the page of the browser host from 0.02 MB of program text', () => {
    const text = begins('host');
    expect(text.map(named)).toEqual(expect.arrayContaining(['host', 'browser-guard']));
    expect(megabytes(text)).toBeLessThan(0.02);
  });

  it('contain the airports and airlines once, in 1.25 MB, 0.21 MB of names, and 0.6 MB in other languages', () => {
    const data = main.filter((path) => DATA.includes(named(path)));
    // What is imported on first use is on a line of its own.
    expect([...new Set(data.map(named))].sort()).toEqual(DATA);
    const names = data.filter((path) => named(path) === 'airport-names');
    expect(megabytes(names)).toBeLessThan(0.21);
    const foreign = data.filter((path) => named(path) === 'city-names');
    expect(megabytes(foreign)).toBeLessThan(0.6);
    expect(megabytes(data) - megabytes(names) - megabytes(foreign)).toBeLessThan(1.25);
  });

  it('contain the first screen’s scripts in 225.1 kB, compressed', () => {
    const page = readFileSync(join(built, 'renderer', 'index.html'), 'utf8');
    const scripts = [...page.matchAll(/(?:src|href)="(\.\/[^"]+\.js)"/g)].map(([, path = '']) =>
      join(built, 'renderer', path),
    );
    expect(scripts.map(named)).toEqual(expect.arrayContaining(['index', 'first-screen', 'search-screen']));
    const bytes = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
    expect(bytes / 1000).toBeLessThanOrEqual(225.1);
  });
});
