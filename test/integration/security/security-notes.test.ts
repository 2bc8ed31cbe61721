import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');

it('covers all twenty items of Electron’s checklist, in order, each with its status', () => {
  const rows = [...text.matchAll(/^\| (\d+) \| (.+?) \| (.+?) \|$/gmu)];
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  for (const [, number, , here] of rows)
    expect(here, `item ${number}`).toMatch(/^(?:Done|Does not apply)[:,]/u);
});

it.each([
  'A compromised page',
  'A hostile marketplace',
  'A hostile mail server, receiver or update channel',
  'A hostile Tool',
  'A hostile backup',
  "The user's own assistant",
  'Other users of the machine',
])('states for “%s” what holds, each line with its test, and what does not', (attacker) => {
  const part = text.split(`### ${attacker}\n`)[1]?.split(/^##/mu)[0] ?? '';
  expect(part).toContain('| What holds | What does not |');
  const rows = part.split('\n').filter((line) => /^\| (?!It tries|They try|---)/u.test(line));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const [tried = '', holds = ''] = row.slice(2).split(' | ');
    // It is empty where nothing holds.
    if (!holds.startsWith('|')) expect(holds, tried).toMatch(/`[\w./-]+` “[^”]+”/u);
  }
});

it('links to existing files', () => {
  const named = [...text.matchAll(/\]\(([^)#]+)\)|`((?:electron|test|docs)\/[\w./-]+)`/gu)].map(
    ([, link, code]) => link ?? code ?? '',
  );
  expect(named.length).toBeGreaterThan(4);
  for (const path of named) expect(existsSync(join(root, path)), path).toBe(true);
});

it('names tests by titles that they have', () => {
  const named = [...text.matchAll(/`((?:electron|renderer|shared|test)\/[\w./-]+)`((?:,? “[^”]+”)+)/gu)];
  expect(named.length).toBeGreaterThan(40);
  for (const [, path = '', titles = ''] of named)
    for (const [, title = ''] of titles.matchAll(/“([^”]+)”/gu))
      expect(readFileSync(join(root, path), 'utf8'), path).toContain(title);
});

it('names for each of the eleven attacks a test that carries it out', () => {
  const part = text.split('### Attacks that are carried out with each check\n')[1]?.split(/^##/mu)[0] ?? '';
  const rows = part.split('\n').filter((line) => /^\| (?!Attack|---)/u.test(line));
  expect(rows).toHaveLength(11);
  for (const row of rows) expect(row).toMatch(/`[\w./-]+` “[^”]+”/u);
});
