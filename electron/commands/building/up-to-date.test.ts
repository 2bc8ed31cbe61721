import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BuildPlan, bringUpToDate } from './up-to-date.ts';

/** A program of a few sources, whose build writes what they say. */
function program() {
  const root = mkdtempSync(join(tmpdir(), 'milepost-built-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const sources = () =>
    readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .sort()
      .map((path) => readFileSync(join(root, 'src', path), 'utf8'));
  const written = () => readFileSync(join(root, 'out/main/main.js'), 'utf8');
  write('src/one.ts', 'one');
  write('src/deep/two.ts', 'two');
  write('lock.json', '1');
  let builds = 0;
  const plan: BuildPlan = {
    root,
    inputs: ['src', 'lock.json', 'not-there.json'],
    circumstances: ['v24.0.0'],
    outputs: ['out/main', 'out/page'],
    stampFolder: 'out/stamp',
    build: () => {
      builds += 1;
      write('out/page/index.html', '<p>');
      write('out/main/main.js', sources().join());
      return 0;
    },
  };
  return {
    root,
    write,
    written,
    plan,
    /** How often it was built by this. */
    start: (changed: Partial<BuildPlan> = {}) => {
      const before = builds;
      const status = bringUpToDate({ ...plan, ...changed });
      return { status, built: builds - before };
    },
  };
}

/** Says that it builds, and builds once it is told to go on. */
const STARTED = `
  import { readFileSync, writeSync } from 'node:fs';
  const { bringUpToDate } = await import(process.env.HERE + '/up-to-date.ts');
  process.exitCode = bringUpToDate({
    root: process.env.ROOT, inputs: ['src'], circumstances: [], outputs: ['out/main'], stampFolder: 'out/stamp',
    build: () => (writeSync(1, 'building'), readFileSync(0), 0),
  });`;

function starting(root: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', STARTED], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ROOT: root, HERE: import.meta.dirname },
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  return { child, said: () => said };
}

describe('a program that is started again', () => {
  it('is built once, and then not until something changes', () => {
    const { start } = program();
    expect([start(), start(), start()].map(({ built }) => built)).toEqual([1, 0, 0]);
  });

  it('writes nothing where nothing changed, whatever the clock of its sources says', () => {
    const { start, root, written } = program();
    start();
    const before = written();
    utimesSync(join(root, 'src/one.ts'), new Date(), new Date());
    expect(start({ build: () => 1 })).toEqual({ status: 0, built: 0 });
    expect(written()).toBe(before);
  });

  it.each<[string, (of: ReturnType<typeof program>) => void]>([
    ['a source is changed to one of the same length', ({ write }) => write('src/deep/two.ts', 'owt')],
    ['a source is added', ({ write }) => write('src/three.ts', '')],
    ['a source is removed', ({ root }) => rmSync(join(root, 'src/deep/two.ts'))],
    ['the lock file is changed', ({ write }) => write('lock.json', '2')],
    ['an input comes that was not there', ({ write }) => write('not-there.json', '')],
    ['a file of the output is removed', ({ root }) => rmSync(join(root, 'out/page/index.html'))],
    ['all output is removed', ({ root }) => rmSync(join(root, 'out'), { recursive: true })],
    ['a file of the output is written by something else', ({ write }) => write('out/main/main.js', 'dev')],
    ['a file is left over in the output', ({ write }) => write('out/main/old.js', '')],
    ['the stamp is half written', ({ write }) => write('out/stamp/built', 'ab')],
  ])('is built again where %s', (_what, change) => {
    const there = program();
    there.start();
    change(there);
    expect([there.start(), there.start()].map(({ built }) => built)).toEqual([1, 0]);
  });

  it('is not built again for a test', () => {
    const { start, write } = program();
    start();
    write('src/one.test.ts', 'it');
    expect(start().built).toBe(0);
  });

  it('is built again by another version of Node', () => {
    const { start } = program();
    start();
    expect(start({ circumstances: ['v25.0.0'] }).built).toBe(1);
  });

  it('is built again after a build that failed, or that was cut short', () => {
    const { start, write, plan } = program();
    start();
    write('src/one.ts', 'changed');
    expect(start({ build: () => 3 }).status).toBe(3);
    expect(() =>
      bringUpToDate({
        ...plan,
        build: () => {
          write('out/main/main.js', 'half of it');
          throw new Error('killed');
        },
      }),
    ).toThrow('killed');
    expect(start().built).toBe(1);
    expect(start().built).toBe(0);
  });

  it('is built again where a source was changed while it was built', () => {
    const { start, write, plan, written } = program();
    const changedMeanwhile = () => {
      const status = plan.build();
      write('src/one.ts', 'later');
      return status;
    };
    start({ build: changedMeanwhile });
    expect(written()).toBe('two,one');
    expect(start().built).toBe(1);
    expect(written()).toBe('two,later');
  });

  it('is built once by two that are started at the same time', async () => {
    const { root } = program();
    const first = starting(root);
    await once(first.child.stdout, 'data');
    const second = starting(root);
    for (const { child } of [second, first]) child.stdin.end('go on');
    await Promise.all([first, second].map(({ child }) => once(child, 'close')));
    expect([first.said(), second.said()]).toEqual(['building', '']);
    expect([first.child.exitCode, second.child.exitCode]).toEqual([0, 0]);
  });
});
