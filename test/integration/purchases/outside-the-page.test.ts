/** What a page alone cannot do: it is confirmed in a dialog of the system, in the terminal, or with a command. */
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { askInTerminal } from '../../../electron/commands/ask-in-terminal.ts';
import { invoke, open, quitAfterEach } from '../electron/opened-program.ts';
import { call, newFolder, run } from '../hosts/command.ts';

quitAfterEach();

const usd = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });
const limits = (perDay: number) => ({
  limits: { perCall: usd(50_000), perDay: usd(perDay), perMonth: usd(10_000_000) },
});
const question = { title: 'Raise it?', words: 'Up to much.', detail: 'Really.' };

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ContractFailure) return error.failure.code;
    throw error;
  }
  return 'done';
}

it('Electron asks in a dialog of its own, whose harmless answer is the default', async () => {
  const program = await open();
  const raise = () => invoke(program, 'settings', 'setLimits', limits(3_000_000));
  expect(await codeOf(raise)).toBe('not_confirmed');
  expect(program.calls.questions).toMatchObject([
    {
      message: 'Raise what Milepost may spend?',
      detail: expect.stringContaining('Up to USD 3.000000 for a day instead of USD 1.000000.'),
      buttons: ['Cancel', 'Allow'],
      defaultId: 0,
      cancelId: 0,
    },
  ]);
  program.calls.answer = 1;
  expect(await codeOf(raise)).toBe('done');
  expect(await codeOf(() => invoke(program, 'settings', 'setLimits', limits(1)))).toBe('done');
  expect(program.calls.questions).toHaveLength(2);
});

it.each([
  ['yes\n', true],
  ['YES \n', true],
  ['y\n', false],
  ['\n', false],
  [null, false],
])('the terminal takes %j as %s', async (typed, allowed) => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  const answer = askInTerminal('/data', { input, output })(question);
  if (typed === null) input.end();
  else input.write(typed);
  expect(await answer).toBe(allowed);
  expect(String(output.read())).toContain('Raise it?');
});

it('the browser host without a terminal refuses and says which command does it, and the command does', async () => {
  const dataDir = newFolder();
  const host = run('out/main/host.js', ['--json', '--no-open', '--data-dir', dataDir]);
  try {
    const { url } = JSON.parse(await host.firstLine) as { url: string };
    expect(await call(url, 'settings', 'setLimits', limits(2_000_000))).toMatchObject({
      ok: false,
      failure: {
        code: 'confirmation_unavailable',
        message: expect.stringMatching(/Start Milepost from a terminal.*npm run limits -- --per-call 0\.10/),
      },
    });
    const refused = await run('out/main/limits.js', ['--per-day', '2', '--data-dir', dataDir]).finished;
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Add --yes') });
    const done = await run('out/main/limits.js', ['--per-day', '2', '--yes', '--data-dir', dataDir]).finished;
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('USD 2.000000 a day') });
    expect(await call(url, 'settings', 'read')).toMatchObject({
      ok: true,
      value: { limits: { perDay: usd(2_000_000) } },
    });
    expect(await call(url, 'settings', 'setLimits', limits(1))).toMatchObject({ ok: true });
  } finally {
    host.child.kill('SIGKILL');
  }
});

it.each([
  [['--per-day', 'much'], '--per-day takes an amount'],
  [['--currency', 'dollars'], 'three capital letters'],
  [['--currency', 'EUR', '--per-day', '1', '--yes'], 'name all three'],
  [['--nonsense'], 'Usage: npm run limits'],
])('the command refuses %j with a sentence', async (args, words) => {
  const ended = await run('out/main/limits.js', [...args, '--data-dir', newFolder()]).finished;
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain(words);
});
