import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { stackFrames } from '../../../electron/log/stack-frames.ts';

const root = resolve(import.meta.dirname, '../../..');
const built = join(root, 'out', 'main');

/**
 * Texts of at least 20 letters that stand once in all of the source, by their file and line. Not those of constants, which
 * the minifier writes where they are used.
 */
function textsOfSource(): Map<string, string> {
  const places = new Map<string, string | null>();
  for (const path of globSync('{electron,shared}/**/*.ts', { cwd: root }).filter(
    (each) => !/\.test\.ts$|[\\/]testing[\\/]/u.test(each),
  ))
    for (const [index, line] of readFileSync(join(root, path), 'utf8').split('\n').entries())
      for (const [, text = ''] of line.matchAll(/'([A-Za-z][A-Za-z ,.]{20,})'/gu)) {
        // A text within a statement is not thrown.
        if (/\bRAISE\(|\bcoalesce\(/u.test(line)) continue;
        const isElsewhere = places.has(text) || /\bconst\b/u.test(line);
        places.set(text, isElsewhere ? null : `${path.replaceAll('\\', '/')}:${index + 1}`);
      }
  return new Map([...places].filter((each): each is [string, string] => each[1] !== null));
}

/** Where the log says that an error thrown at `column` of a built line came from. */
function loggedPlace(file: string, line: number, column: number): string {
  const frame = `    at x (${pathToFileURL(file)}:${line}:${column})`;
  const written = stackFrames(Object.assign(new TypeError('m'), { stack: `TypeError: m\n${frame}` }), built);
  return /^TypeError\n {4}at ([^\s:]+:\d+):\d+$/u.exec(written)?.[1] ?? written;
}

it('the log names where in the source an error of the built program was thrown', () => {
  const source = textsOfSource();
  const logged: [text: string, place: string][] = [];
  for (const path of readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.js'),
  )) {
    const file = join(built, path);
    for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries())
      for (const { 1: text = '', index: at } of line.matchAll(/[`"']([A-Za-z][A-Za-z ,.]{20,})[`"']/gu))
        if (source.has(text)) logged.push([text, loggedPlace(file, index + 1, at + 1)]);
  }
  expect(logged).not.toEqual([]);
  expect(logged.filter(([text, place]) => place !== source.get(text))).toEqual([]);
});
