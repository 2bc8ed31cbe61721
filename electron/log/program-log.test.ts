import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openProgramLog, withoutPrivate } from './program-log.ts';
import { stackFrames } from './stack-frames.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'milepost-log-'));

describe('the local log', () => {
  it('is written to the data folder, for its user alone', () => {
    const log = openProgramLog(folder());
    log.write('info', 'started');
    log.write('error', 'the page ended');
    expect(log.latest(10).map((line) => line.replace(/^\S+ /u, ''))).toEqual([
      '[info] started',
      '[error] the page ended',
    ]);
    if (process.platform !== 'win32') expect(statSync(log.file).mode & 0o777).toBe(0o600);
  });

  it('leaves a few older files and no more', () => {
    const dir = folder();
    const log = openProgramLog(dir, 200);
    for (let each = 0; each < 100; each += 1) log.write('info', `entry ${each} of a hundred of them`);
    expect(readdirSync(join(dir, 'logs')).sort()).toEqual([
      'milepost.1.log',
      'milepost.2.log',
      'milepost.3.log',
      'milepost.log',
    ]);
    expect(readFileSync(log.file, 'utf8')).toContain('entry 99');
  });

  it('says nothing where it cannot be written, on the terminal neither', () => {
    const dir = folder();
    writeFileSync(join(dir, 'logs'), '');
    const program = `
      import { openProgramLog } from ${JSON.stringify(new URL('program-log.ts', import.meta.url).href)};
      const log = openProgramLog(${JSON.stringify(dir)});
      log.write('error', 'the page ended');
      console.log(JSON.stringify(log.latest(10)));`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    expect(`${run.stdout}${run.stderr}`).toBe('[]\n');
  });
});

describe('what is written down', () => {
  it.each([
    ['Authorization: Bearer abc.def', 'Authorization: [removed]'],
    ['the key aek_live_7f3k', 'the key [removed]'],
    ['from ada@market.example.', 'from [address removed].'],
    ['at https://ada:secret@market.example/a?from=LHR#b failed', 'at https://market.example/… failed'],
    ['token sk0123456789abcdefABCDEF-long', 'token [removed]'],
    ['/home/ada/.config/Milepost/x.js:1:2', '~/.config/Milepost/x.js:1:2'],
    ['file:///Users/grace/x.js', 'file:///Users/…/x.js'],
    ['C:\\Users\\Grace\\x.js', 'C:\\Users\\…\\x.js'],
    ['one\r\n2026-01-01 [error] forged', 'one\n    2026-01-01 [error] forged'],
    ['\u001b[2Jhidden\u202e', ' [2Jhidden '],
    [
      'TypeError\n    at handleTheRequestOfThePage (main.js:1:2)',
      'TypeError\n    at handleTheRequestOfThePage (main.js:1:2)',
    ],
  ])('of %j is %j', (text, written) => {
    expect(withoutPrivate(text, '/home/ada').replaceAll('\r', ' ').replace(/ +\n/gu, '\n')).toBe(written);
  });
});

describe('of an error', () => {
  const said = 'no such thing\n    at correct-horse-battery (staple.js:1:2)\n    at the end';

  it.each([
    ['as it was thrown', new TypeError(said)],
    ['with another name since', Object.assign(new Error(said), { name: 'Odd' })],
    ['with what caused it', new Error('outer', { cause: new Error(said) })],
  ])(
    'are the kind and the frames written down, and nothing of its message, though it looks like frames: %s',
    (_how, error) => {
      const written = stackFrames(error);
      expect(written).toMatch(/^(?:TypeError|Odd|Error)\n\s+at [\s\S]*program-log\.test\.ts/u);
      expect(written).not.toMatch(/correct-horse|the end/u);
    },
  );

  it.each([
    [
      'whose message was changed since',
      Object.assign(new Error('x'), { stack: `Error: ${said}`, message: 'other' }),
    ],
    ['whose stack is not its own', Object.assign(new Error('x'), { stack: `${said}\nError: y` })],
  ])('is the kind alone written down %s', (_how, error) => {
    expect(stackFrames(error)).toBe('Error');
  });
});
