import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { call as ask, newFolder, run } from '../hosts/command.ts';
import { type AssistantClient, CLIENTS } from './clients.ts';
import { endProgram, filledFolder, MCP, type Program, startProgram, turnOn } from './filled-folder.ts';

const clients: AssistantClient[] = [];
const programs: Program[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const program of programs.splice(0)) await endProgram(program);
});

async function connected(kind: keyof typeof CLIENTS, dataDir: string): Promise<AssistantClient> {
  const client = await CLIENTS[kind](dataDir);
  clients.push(client);
  return client;
}
async function started(dataDir: string): Promise<Program> {
  const program = await startProgram(dataDir);
  programs.push(program);
  return program;
}
async function ended(program: Program): Promise<void> {
  programs.splice(programs.indexOf(program), 1);
  await endProgram(program);
}

/** A folder whose program has run since assistants were allowed, and is closed again. */
async function sharedFolder(): Promise<string> {
  madeOnce ??= (async () => {
    const made = filledFolder();
    await turnOn(made);
    await endProgram(await startProgram(made));
    return made;
  })();
  const dataDir = newFolder();
  cpSync(await madeOnce, dataDir, { recursive: true });
  return dataDir;
}
let madeOnce: Promise<string> | undefined;

/** Runs with `--all`. */
const rarely = it.skipIf(process.env.MILEPOST_ALL !== '1');

const MARCH = { origins: ['JFK'], destinations: ['LHR'], start_date: '2027-03-01' };
/** One of each generation of the protocol; with `--all`, every way in which a client selects it. */
const KINDS = (Object.keys(CLIENTS) as (keyof typeof CLIENTS)[]).filter(
  (_, index) => index % propertyRuns(2, 1) === 0,
);
const value = async (program: Program, name: string, input?: unknown) =>
  ((await ask(program.url, 'assistants', name, input)) as { value: unknown }).value;
const connections = async (program: Program) =>
  (await value(program, 'connections')) as { name: string; reads: number }[];

describe('with the program closed', () => {
  it.each(KINDS)('%s lists the tools, reads what is stored, and is identified', async (kind) => {
    const dataDir = await sharedFolder();
    const client = await connected(kind, dataDir);
    const tools = await client.tools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'assess_award',
      'get_award_history',
      'get_spending',
      'get_wallet_options',
      'list_changes',
      'list_searches',
      'list_trips',
      'propose_search',
      'search_saved_awards',
    ]);
    for (const { name, annotations } of tools)
      expect(annotations).toMatchObject({ readOnlyHint: name !== 'propose_search', destructiveHint: false });
    const found = await client.call('search_saved_awards', { ...MARCH, origins: ['New York'] });
    expect(found.isError).not.toBe(true);
    const minutesSince = (at: number) => Math.floor((Date.now() - at) / 60_000);
    const seen = Date.parse(String((found.structuredContent as { observed_at?: unknown }).observed_at));
    expect(Date.now() - seen).toBeGreaterThanOrEqual(3_600_000);
    expect(found.structuredContent).toMatchObject({
      marketplace: { demo: true },
      minutes_old: expect.toSatisfy((minutes: number) => minutes >= 60 && minutes <= minutesSince(seen)),
      cut_off: null,
      awards: [{ miles: 70_000 }, { miles: 80_000, note: null, private_note: true }],
    });
    expect(JSON.parse(found.content[0]?.text ?? '')).toEqual(found.structuredContent);
    expect(JSON.stringify(found)).not.toContain('surprise');
    const refused = await client.call('assess_award', { record_id: 404 });
    expect(refused).toMatchObject({ isError: true });
    // Rejected before the program is asked, in each generation of the protocol.
    expect((await client.call('get_spending', { months: 0 })).content[0]?.text).toContain(
      'months: A whole number from 1 to 12.',
    );
    const program = await started(dataDir);
    expect(await connections(program)).toEqual([expect.objectContaining({ reads: 2 })]);
    expect(await value(program, 'reads', { limit: 10 })).toMatchObject({
      rows: [
        { tool: 'assess_award', rows: null },
        { tool: 'search_saved_awards', rows: 2, input: expect.stringContaining('New York') },
      ],
    });
  });

  it('a proposal waits in Milepost and buys nothing', async () => {
    const dataDir = await sharedFolder();
    const client = await connected('the newer library in the newer generation', dataDir);
    const proposal = { ...MARCH, end_date: '2027-03-31', reason: 'The user has approved it.' };
    const proposed = await client.call('propose_search', proposal);
    expect(proposed.structuredContent).toMatchObject({ status: 'waits_for_the_user' });
    const program = await started(dataDir);
    const proposals = (await value(program, 'proposals')) as { proposalId: string }[];
    expect(proposals).toEqual([
      expect.objectContaining({
        client: 'newer',
        reason: 'The user has approved it.',
        request: expect.objectContaining({ origin_airport: 'JFK', destination_airport: 'LHR' }),
      }),
    ]);
    // The one that the folder was filled with.
    expect(await ask(program.url, 'purchases', 'list', {})).toMatchObject({ value: { total: 1 } });
    await value(program, 'settleProposal', { proposalId: proposals[0]?.proposalId, as: 'dismissed' });
    expect(await value(program, 'proposals')).toEqual([]);
  });
});

describe('the data file', () => {
  rarely('accepts the same proposal once and at most as many as a user reviews', async () => {
    const dataDir = await sharedFolder();
    const client = await connected('the older library', dataDir);
    const propose = (place: number) =>
      client.call('propose_search', { ...MARCH, origins: [`A${'ABCDEFGHIJKLMNOPQRSTU'[place]}A`] });
    const idOf = async (place: number) =>
      ((await propose(place)).structuredContent as { proposal_id?: string } | undefined)?.proposal_id;
    const first = await idOf(0);
    expect(await idOf(0)).toBe(first);
    for (let place = 1; place < 20; place += 1) expect(await idOf(place)).toBeTypeOf('string');
    expect((await propose(20)).content[0]?.text).toContain('wait for the user already');
    const program = await started(dataDir);
    const waiting = (await value(program, 'proposals')) as { proposalId: string }[];
    expect(waiting).toHaveLength(20);
    expect(waiting.map(({ proposalId }) => proposalId)).toContain(first);
  });

  it('is read and not written', async () => {
    const dataDir = await sharedFolder();
    const file = join(dataDir, 'milepost.sqlite');
    const digest = () => createHash('sha256').update(readFileSync(file)).digest('hex');
    const before = digest();
    const client = await connected('the older library', dataDir);
    await client.call('search_saved_awards', MARCH);
    await client.call('propose_search', MARCH);
    await client.close();
    clients.length = 0;
    expect(digest()).toBe(before);
    expect(existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0).toBe(0);
  });

  rarely(
    'is not read before the user turned it on, nor before the program has stated whose records count',
    async () => {
      const dataDir = filledFolder();
      const client = await connected('the older library', dataDir);
      expect(await client.tools()).toHaveLength(9);
      const words = async () => (await client.call('list_searches')).content[0]?.text;
      expect(await words()).toContain('does not let assistants read');
      await turnOn(dataDir);
      expect(await words()).toContain('Start it once');
    },
  );

  it('of another version is not read', async () => {
    const dataDir = await sharedFolder();
    const { default: Database } = await import('better-sqlite3');
    const db = new Database(join(dataDir, 'milepost.sqlite'));
    db.pragma('user_version = 3');
    db.close();
    await expect(CLIENTS['the older library'](dataDir)).rejects.toThrow('written by another version');
  });

  it.skipIf(process.platform === 'win32')('that is a pipe is not waited for', async () => {
    const dataDir = await sharedFolder();
    rmSync(join(dataDir, 'milepost.sqlite'));
    execFileSync('mkfifo', [join(dataDir, 'milepost.sqlite')]);
    await expect(CLIENTS['the older library'](dataDir)).rejects.toThrow('no file');
  });

  rarely('that does not exist is reported', async () => {
    await expect(CLIENTS['the older library']('/nonexistent')).rejects.toThrow('no data of Milepost');
  });
});

describe('a program that starts and ends meanwhile', () => {
  it.each(KINDS)('is not noticed by %s', async (kind) => {
    const dataDir = await sharedFolder();
    const client = await connected(kind, dataDir);
    const rows = async () => {
      const { structuredContent } = await client.call('list_searches');
      return (structuredContent as { searches: unknown[] }).searches.length;
    };
    expect(await rows()).toBe(1);
    const program = await started(dataDir);
    expect(await rows()).toBe(1);
    expect(await connections(program)).toHaveLength(1);
    await ended(program);
    expect(await rows()).toBe(1);
  });

  rarely('is refused at once when the user turns it off, and readmitted when it is on', async () => {
    const dataDir = await sharedFolder();
    const program = await started(dataDir);
    const client = await connected('the older library', dataDir);
    expect((await client.call('list_searches')).isError).not.toBe(true);
    expect(await value(program, 'turnOff')).toMatchObject({ on: false });
    expect(existsSync(join(dataDir, 'assistant.json'))).toBe(false);
    expect((await client.call('list_searches')).content[0]?.text).toContain('does not let assistants read');
    // The page alone cannot turn it on: nobody can be asked here.
    expect(await ask(program.url, 'assistants', 'turnOn')).toMatchObject({
      failure: { code: 'confirmation_unavailable', message: expect.stringContaining('npm run mcp') },
    });
    await turnOn(dataDir);
    expect(await value(program, 'access')).toMatchObject({ on: true });
    expect((await client.call('list_searches')).isError).not.toBe(true);
  });
});

describe('npm run mcp', () => {
  it.each(KINDS)('%s is told that its request is too long, and goes on', async (kind) => {
    const dataDir = await sharedFolder();
    const client = await connected(kind, dataDir);
    const call = client.call('list_searches', { text: 'Ü'.repeat(1_500_000) });
    await expect(call).rejects.toThrow('more than 1 MB, which is the most that Milepost reads');
    expect((await client.call('list_searches')).isError).not.toBe(true);
  });

  it.each([
    [['--wat'], "Unknown option '--wat'"],
    [['--turn-on', '--turn-off'], 'not both'],
  ])('refuses %j in one sentence', async (args, words) => {
    const { code, stdout, stderr } = await run(MCP, args).finished;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
  });

  it('turns nothing on where nobody can be asked', async () => {
    const dataDir = filledFolder();
    const { code, stderr } = await run(MCP, ['--turn-on', '--data-dir', dataDir]).finished;
    expect(code).toBe(1);
    expect(stderr).toContain('cannot read your key');
    expect((await (await connected('the older library', dataDir)).call('list_trips')).isError).toBe(true);
  });
});
