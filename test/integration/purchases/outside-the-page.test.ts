/** What a page cannot do alone: it is confirmed in a system dialog, in the terminal, or by a command. */
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { localDay } from '#shared/dates.ts';
import { confirmInTerminal } from '../../../electron/commands/in-terminal.ts';
import { shownOf } from '../../support/product.ts';
import { invoke, open, quitAfterEach, windowOf } from '../electron/opened-program.ts';
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
  expect(program.wanted('question')).toMatchObject([
    {
      message: 'Raise what Milepost may spend?',
      detail: expect.stringContaining('Up to USD 3.000000 for a day instead of USD 1.000000.'),
      buttons: ['Cancel', 'Allow'],
      defaultId: 0,
      cancelId: 0,
    },
  ]);
  program.user.button = 1;
  expect(await codeOf(raise)).toBe('done');
  expect(await codeOf(() => invoke(program, 'settings', 'setLimits', limits(1)))).toBe('done');
  expect(program.wanted('question')).toHaveLength(2);
});

it('no page sends what was copied last to an address of its choice', async () => {
  const program = await open(['--marketplace', 'http://127.0.0.1:9']);
  program.receive({ kind: 'clipboard', text: 'a password' });
  const store = () => invoke(program, 'key', 'storeFromClipboard');
  const move = (address: string | null) => invoke(program, 'settings', 'setMarketplace', { address });
  expect(await codeOf(() => move('https://evil.example/shop'))).toBe('not_confirmed');
  expect(await codeOf(store)).toBe('not_confirmed');
  expect(program.wanted('question')).toMatchObject([
    {
      message: 'Use https://evil.example as your marketplace?',
      detail: expect.stringContaining('would be sent to https://evil.example'),
      defaultId: 0,
    },
    { message: 'Store what you copied last as the key for http://127.0.0.1:9?', defaultId: 0 },
  ]);
  expect(program.clipboardText()).toBe('a password');
  expect(await codeOf(() => move(null))).toBe('done');
  expect(await codeOf(() => move('http://127.0.0.1:9'))).toBe('done');
  expect(program.wanted('question')).toHaveLength(2);
});

it.each([
  // A letter of another script, a password that looks like the host, a port, and a trailing dot.
  ['https://m\u0430rket.example', 'https://xn--mrket-4ve.example'],
  ['https://market.example:8443/x', 'https://market.example:8443'],
  ['HTTPS://MARKET.EXAMPLE./', 'https://market.example.'],
  ['https://market.example\\@evil.example/', 'https://market.example'],
])('the question about %j names exactly %s', async (address, origin) => {
  const program = await open(['--marketplace', 'http://127.0.0.1:9']);
  expect(await codeOf(() => invoke(program, 'settings', 'setMarketplace', { address }))).toBe(
    'not_confirmed',
  );
  const [question] = program.wanted('question');
  expect(question?.message).toBe(`Use ${origin} as your marketplace?`);
  expect(question?.detail).toContain(`would be sent to ${origin}\n`);
});

it.each([
  'https://market.example@evil.example/',
  'https://:market@evil.example',
  'https://evil.example/#market.example',
])('an address that disguises another one is invalid: %s', async (address) => {
  const program = await open(['--marketplace', 'http://127.0.0.1:9']);
  program.user.button = 1;
  expect(await codeOf(() => invoke(program, 'settings', 'setMarketplace', { address }))).toBe(
    'not_an_address',
  );
  expect(program.wanted('question')).toEqual([]);
});

it('the question about an address that is too long for its title shows all of it below', async () => {
  const program = await open(['--marketplace', 'http://127.0.0.1:9']);
  const address = `https://market.example.${'a.'.repeat(100)}evil.example`;
  await codeOf(() => invoke(program, 'settings', 'setMarketplace', { address }));
  const [question] = program.wanted('question');
  expect(question?.message).toMatch(
    /^Use https:\/\/market\.example\..*….*evil\.example as your marketplace\?$/u,
  );
  expect(question?.detail).toContain(`would be sent to ${address}\n`);
});

it('two simultaneous questions are answered separately', async () => {
  const program = await open(['--marketplace', 'http://127.0.0.1:9']);
  const move = (address: string) => codeOf(() => invoke(program, 'settings', 'setMarketplace', { address }));
  const moves = [move('https://first.example'), move('https://second.example')];
  expect(await Promise.race(moves)).toBe('not_confirmed');
  expect(program.wanted('question')).toHaveLength(1);
  program.user.button = 1;
  expect((await Promise.all(moves)).sort()).toEqual(['done', 'not_confirmed']);
  const [, second] = program.wanted('question');
  const { marketplaceAddress } = (await invoke(program, 'settings', 'read')) as {
    marketplaceAddress: string;
  };
  expect(second?.message).toBe(`Use ${marketplaceAddress} as your marketplace?`);
});

it('an address on this machine is asked about once, and described as such', async () => {
  const program = await open();
  program.user.button = 1;
  const move = (address: string) => invoke(program, 'settings', 'setMarketplace', { address });
  expect(await codeOf(() => move('http://127.0.0.1:9'))).toBe('done');
  expect(program.wanted('question')).toMatchObject([
    { detail: expect.stringContaining('It is on this machine') },
  ]);
  expect(await codeOf(() => move('http://127.0.0.1:9'))).toBe('done');
  expect(program.wanted('question')).toHaveLength(1);
});

it('no page changes what is confirmed outside it, except to confirm more', async () => {
  const program = await open();
  const choose = (choice: object) => invoke(program, 'settings', 'setApprovals', { choice });
  expect(await codeOf(() => choose({ ask: 'above', amount: usd(30_000) }))).toBe('done');
  expect(await codeOf(() => choose({ ask: 'above', amount: usd(20_000) }))).toBe('done');
  expect(program.wanted('question')).toEqual([]);
  expect(await codeOf(() => choose({ ask: 'burst' }))).toBe('not_confirmed');
  expect(program.wanted('question')).toMatchObject([
    {
      detail: expect.stringContaining(
        'only where many approvals are given in a minute, instead of above USD 0.020000',
      ),
    },
  ]);
  expect(await invoke(program, 'settings', 'read')).toMatchObject({
    approvals: { ask: 'above', amount: usd(20_000) },
  });
  program.user.button = 1;
  expect(await codeOf(() => choose({ ask: 'burst' }))).toBe('done');
});

it('no page buys in Electron without a gesture or a confirmation outside it, and each gesture allows one action', async () => {
  const program = await open();
  type Tools = { tools: { tool: { toolRef: string } }[] };
  const { tools } = (await invoke(program, 'awards', 'tools', { refresh: true })) as Tools;
  const buy = async (day: number) => {
    const quoted = (await invoke(program, 'purchases', 'quote', {
      toolRef: tools[0]?.tool.toolRef ?? '',
      input: {
        origin_airport: 'JFK',
        destination_airport: 'LHR',
        cabin: 'business',
        start_date: `2027-05-0${day}`,
      },
    })) as Purchase;
    const { purchaseId } = quoted;
    return codeOf(() => invoke(program, 'purchases', 'approve', { purchaseId, shown: shownOf(quoted) }));
  };
  expect(await buy(1)).toBe('not_confirmed');
  expect(program.wanted('question')).toMatchObject([{ message: 'Buy this?', defaultId: 0 }]);
  program.windows.input(windowOf(program).id, 'rawKeyDown');
  expect([await buy(2), await buy(3)]).toEqual(['done', 'not_confirmed']);
  expect(program.wanted('question')).toHaveLength(2);
});

it('no other way of buying is open to a page without a hand or a yes outside it', async () => {
  const program = await open();
  type Tools = { tools: { tool: { toolRef: string } }[] };
  const { tools } = (await invoke(program, 'awards', 'tools', { refresh: true })) as Tools;
  const toolRef = tools[0]?.tool.toolRef ?? '';
  const input = { origin_airport: 'JFK', destination_airport: 'LHR', cabin: 'business' };
  const ways = {
    approveBatch: { requests: [{ toolRef, input, pages: 1 }], ceiling: usd(50_000) },
    giveGrant: {
      toolRef,
      input,
      pages: 1,
      everyHours: 24,
      perDay: usd(50_000),
      until: localDay(Date.now() + 86_400_000),
    },
  };
  for (const [name, questions] of Object.entries(ways))
    expect(await codeOf(() => invoke(program, 'purchases', name, questions)), name).toBe('not_confirmed');
  expect(program.wanted('question')).toHaveLength(2);
  expect(await invoke(program, 'purchases', 'list', {})).toMatchObject({ items: [] });
});

it('without a terminal the page learns how to set an address', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: false });
  const confirm = confirmInTerminal({ input, output: new PassThrough() });
  await expect(confirm({ ...question, instead: 'Or: npm run host -- --marketplace URL' })).rejects.toThrow(
    /answer there\. Or: npm run host -- --marketplace URL$/u,
  );
});

/** A terminal with a user who answers a question once it is shown. */
function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk) => {
    shown += String(chunk);
  });
  const questions = () => shown.split('Type "yes"').length - 1;
  return { input, questions, shown: () => shown, confirm: confirmInTerminal({ input, output }) };
}

it.each([
  ['yes\n', true],
  ['YES \n', true],
  ['y\n', false],
  ['\n', false],
  [null, false],
])('the terminal reads %j as %s', async (typed, allowed) => {
  const { input, questions, shown, confirm } = terminal();
  const answer = confirm(question);
  await expect.poll(questions).toBe(1);
  if (typed === null) input.end();
  else input.write(typed);
  expect(await answer).toBe(allowed);
  expect(shown()).toContain('Raise it?');
  // Once the input has ended nobody can answer, and nothing waits.
  if (typed === null) expect(await confirm(question)).toBe(false);
});

it('the terminal takes what was typed before a question stood there for no answer to it', async () => {
  const { input, questions, confirm } = terminal();
  input.write('yes\n');
  const first = confirm(question);
  const second = confirm(question);
  await expect.poll(questions).toBe(1);
  // Pressed twice: the second is meant for the same question.
  input.write('yes\nyes\n');
  expect(await first).toBe(true);
  await expect.poll(questions).toBe(2);
  input.write('no\n');
  expect(await second).toBe(false);
  input.write('yes\n');
  const third = confirm(question);
  await expect.poll(questions).toBe(3);
  input.write('no\n');
  expect(await third).toBe(false);
});

it('the terminal is not filled with questions: a page that asks more is refused at once', async () => {
  const { input, questions, confirm } = terminal();
  const answers = Array.from({ length: 25 }, () => codeOf(() => confirm(question)));
  expect(new Set(await Promise.all(answers.slice(9)))).toEqual(new Set(['too_many_questions']));
  for (let each = 1; each <= 9; each += 1) {
    await expect.poll(questions).toBe(each);
    input.write('no\n');
  }
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['too_many_questions', 'done']));
  const next = confirm(question);
  await expect.poll(questions).toBe(10);
  input.write('yes\n');
  expect(await next).toBe(true);
});

it('the browser host without a terminal refuses and names the command for it, and the command works', async () => {
  const dataDir = newFolder();
  const host = run('out/main/host.js', ['--json', '--no-open', '--data-dir', dataDir]);
  try {
    const { url } = JSON.parse(await host.firstLine) as { url: string };
    expect(await call(url, 'settings', 'setLimits', limits(2_000_000))).toMatchObject({
      ok: false,
      failure: {
        code: 'confirmation_unavailable',
        message: expect.stringContaining('Start Milepost from a terminal'),
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
