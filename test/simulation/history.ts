import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Purchase } from '#shared/contract/purchases.ts';
import type { Notice } from '#shared/contract/watchlist.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import type { App } from '../../electron/app/app-deps.ts';
import { type Books, quoteOf } from '../support/service/books.ts';
import { declareService, type Service } from '../support/service/declared.ts';
import { type Decision, type Draws, drawsOf, hashOf } from '../support/service/draws.ts';
import { createProvider } from '../support/service/provider.ts';
import { accountOf } from '../support/service/service.ts';
import { wordsOf } from '../support/service/words.ts';
import type { Draw } from '../support/service/written-answers.ts';
import { heldBy } from '../support/time-budget.ts';
import type { Violation } from './oracle/counts.ts';
import { createOracle, type Oracle, type Shown } from './oracle/oracle.ts';
import type { Limits, Rights } from './oracle/rights.ts';
import type { Sabotage } from './sabotage.ts';
import { ACTS, buySomethingNew, drawAct, settleEverything } from './user/acts.ts';
import { bindByHand } from './user/settings.ts';
import { limitsOf, orderKeyOf, PROVIDER, type User } from './user/user.ts';
import { type Disk, watchDisk } from './world/disk.ts';
import { createNetwork, type Network } from './world/network.ts';
import { type Machine, type Program, startProgram } from './world/program.ts';
import { beginTime, EndlessEvents, type Life, type VirtualTime } from './world/virtual-time.ts';

/** A history begins on the tenth of a month, so that no drawn time leaves the month. */
const START = Date.UTC(2026, 10, 10, 9);
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const ORIGINS = ['https://one.example', 'https://two.example'] as const;
const FIRST_KEY = 'key-A-0000000000000001';
const LIMITS: Limits = { perCall: 50_000, perDay: 150_000, perMonth: 400_000 };

export type Played = {
  seed: number;
  violations: readonly Violation[];
  unfriendly: readonly Decision[];
  /** The events, a line each; empty unless requested. */
  lines: readonly string[];
  /** Over everything that was sent and shown. */
  trace: string;
  simulatedMs: number;
  calls: number;
  compared: number;
  /** How often each option was drawn. */
  drawn: ReadonlyMap<string, number>;
};

export type PlayOptions = {
  /** Whether a decision may be unfriendly, by its id; all where absent. */
  mayBeUnfriendly?: (id: string) => boolean;
  recordsLines?: boolean;
  /** Breaks the program's promises deliberately, so that the oracle itself can be tested. */
  sabotage?: Sabotage | undefined;
};

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'milepost-simulation-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const fileIn = (dataDir: string): string => join(dataDir, 'milepost.sqlite');
let template: string | null = null;
let histories = 0;

const unhandled: unknown[] = [];
process.on('unhandledRejection', (error) => void unhandled.push(error));
process.on('uncaughtException', (error) => void unhandled.push(error));

/** A data folder with a friendly catalogue, so that each history starts at the user's first action. */
async function dataTemplate(): Promise<string> {
  if (template !== null) return template;
  const dataDir = join(folder, 'template');
  mkdirSync(dataDir);
  const calm = drawsOf(0, () => false);
  const world = worldOf(0, dataDir, calm);
  const program = await startProgram({ ...world, dataDir, marketplace: ORIGINS[0], name: 'template' });
  if (program === null) throw new Error('The program does not start.');
  await world.time.pass(5 * SECOND_MS);
  const set = program.ask(async ({ handlers }) => {
    await handlers.settings.setMarketplace({ address: ORIGINS[0] });
    return handlers.awards.tools({ refresh: true });
  });
  await world.time.pass(20 * SECOND_MS);
  if ((await set).tools.length === 0)
    throw new Error('The award search is not found in a friendly catalogue.');
  program.app.close();
  await world.time.pass(10 * SECOND_MS);
  world.disk.close();
  template = dataDir;
  return dataDir;
}

/** The words of a service are one decision: what they mean is drawn from it. */
function drawOf(draws: Draws): Draw {
  const isOwn = draws.choose("service's words", 0.7, { 'as seen': false, 'its own': true });
  const seed = draws.number("seed of a service's words", 1_000_000);
  let count = 0;
  return (below) => (isOwn ? hashOf(`${seed}|${count++}`) % below : 0);
}

type World = {
  time: VirtualTime;
  disk: Disk;
  network: Network;
  machine: Machine;
  services: ReadonlyMap<string, Service>;
  provider: ReturnType<typeof createProvider>;
  books: Books;
  oracle: Oracle;
  notices: Notice[];
};

function worldOf(seed: number, dataDir: string, draws: Draws, sabotage: Sabotage = {}): World {
  const time = beginTime(START, seed);
  const books: Books = { quotes: new Map(), calls: [], others: [] };
  const disk = watchDisk(fileIn(dataDir), time);
  const oracle = createOracle({
    books,
    now: time.now,
    wallClock: time.wallClock,
    after: time.after,
    canWrite: () => !disk.isFailing(),
  });
  const services = new Map(
    ORIGINS.map((origin) => [
      origin,
      declareService({ origin, now: time.now, draws, books }, wordsOf(drawOf(draws), true)),
    ]),
  );
  const provider = createProvider({ origin: PROVIDER, now: time.now, draws, books });
  return {
    time,
    books,
    oracle,
    services,
    provider,
    disk,
    network: createNetwork({
      time,
      draws,
      services: new Map<string, Pick<Service, 'read' | 'answer' | 'books'>>([
        ...services,
        [PROVIDER, provider],
      ]),
      sending: (one) => {
        for (let times = 0; times < (sabotage.times ?? 1); times++) oracle.sent(one);
      },
      reached: (one, answer) => oracle.reached(one, sabotage.reached?.(answer) ?? answer),
    }),
    machine: {
      keys: new Map(ORIGINS.map((origin) => [origin, FIRST_KEY])),
      clipboard: '',
      confirms: true,
      ownAccount: () => false,
      backup: null,
    },
    notices: [],
  };
}

const GAPS = {
  'a second': SECOND_MS,
  'no time at all': 1,
  'five seconds': 5 * SECOND_MS,
  'twenty seconds': 20 * SECOND_MS,
  'two minutes': 120 * SECOND_MS,
  'ten minutes': 600 * SECOND_MS,
  long: null,
};
/** Rare: open purchases are polled throughout, and little is learned from it. */
const LONG_GAPS = { 'an hour': HOUR_MS, 'five hours': 5 * HOUR_MS, 'a day': 24 * HOUR_MS };

/** Above every wait that a service names. */
const LONGEST_NAMED_MS = 31 * HOUR_MS;

/** Of every so many seeds one is watched for what holds the thread: a profile takes a tenth of a history. */
const WATCHED = 8;

/** Plays the history of a seed against the unmodified program, and once more if the program held its thread too long. */
export async function play(seed: number, options: PlayOptions = {}): Promise<Played> {
  if (seed % WATCHED !== 0 && options.sabotage === undefined) return playOnce(seed, options);
  const played: Played[] = [];
  const held = await heldBy(async () => void played.push(await playOnce(seed, options)));
  const [first] = played as [Played];
  if (held === null) return first;
  return { ...first, violations: [...first.violations, { count: 'main process held', words: held, at: 0 }] };
}

async function playOnce(seed: number, options: PlayOptions = {}): Promise<Played> {
  const source = await dataTemplate();
  const dataDir = join(folder, `history-${++histories}`);
  cpSync(source, dataDir, { recursive: true });
  const draws = drawsOf(seed, options.mayBeUnfriendly ?? (() => true));
  const world = worldOf(seed, dataDir, draws, options.sabotage);
  const { time, disk, network, machine, services, oracle, notices } = world;
  const { sabotage } = options;
  const trace = createHash('sha256');
  const lines: string[] = [];
  const keys = new Map<string, string>();
  /** The marketplace in the data file, and the one of each run of the program, which reads it at start. */
  let stored: string = ORIGINS[0];
  const inUse = new Map<Life, string>();
  let runs = 0;
  let running: Program[] = [];

  const note = (line: string): void => {
    const words = `${((time.now() - START) / SECOND_MS).toFixed(3)} s  ${line}`;
    trace.update(`${words}\n`);
    if (options.recordsLines) lines.push(words);
  };
  network.watch((line) => note(line));
  const serviceOf = (life: Life) => services.get(inUse.get(life) ?? stored) as Service;

  const start = async (): Promise<void> => {
    const program = await startProgram({ ...world, dataDir, marketplace: '', name: `run ${++runs}` }).catch(
      (error: unknown) => {
        oracle.failed('starting', error);
        return null;
      },
    );
    if (program === null) return;
    oracle.started(program.life);
    await readStoredMarketplace(program);
    running.push(program);
    const opens = draws.choose('after a safe start', 0.2, { 'opens it': true, 'leaves it for now': false });
    if (opens) await leaveSafeStart(program);
  };
  /** A run that was killed while the user changed the marketplace may or may not have stored it. */
  const readStoredMarketplace = async (program: Program): Promise<void> => {
    const reading = program.ask(({ handlers }) => handlers.status.read(undefined));
    reading.then(
      ({ marketplace: { address } }) => {
        if (services.has(address)) stored = address;
      },
      (error: unknown) => oracle.failed('starting', error),
    );
    await time.settle();
    inUse.set(program.life, stored);
  };
  /** A user who learns that the last start did not end well opens what was held back. */
  const leaveSafeStart = async (program: Program): Promise<void> => {
    const opening = program.ask(async ({ handlers }) => {
      const { safeStart } = await handlers.status.read(undefined);
      if (safeStart === undefined) return;
      note('you: open after a safe start');
      oracle.acted();
      await handlers.marketplace.open(undefined);
    });
    opening.catch((error: unknown) => oracle.failed('opening after a safe start', error));
    await time.settle();
  };
  const kill = (program: Program): void => {
    disk.end(program.life);
    running = running.filter((other) => other !== program);
  };
  const close = async (program: Program): Promise<void> => {
    const closing = program.ask((app) => app.close());
    closing.catch((error: unknown) => oracle.failed('closing', error));
    await time.pass(8 * SECOND_MS);
    kill(program);
  };

  const userAt = ({ app, life }: Pick<Program, 'app' | 'life'>): User => ({
    app,
    draws,
    oracle: sabotage?.approvesNothing
      ? { ...oracle, rights: { ...oracle.rights, ...WITHOUT_APPROVALS } }
      : oracle,
    machine,
    now: time.now,
    wallClock: time.wallClock,
    service: () => serviceOf(life),
    origins: ORIGINS,
    moved: (address) => {
      stored = address;
      inUse.set(life, address);
    },
    orderOf: (callRef) => world.books.calls.find((call) => call.callRef === callRef)?.idempotencyKey ?? null,
    isOfKeyInUse: (origin, quoteRef) =>
      world.books.quotes.get(quoteOf(origin, quoteRef))?.account ===
      accountOf(machine.keys.get(origin) ?? ''),
    hasCall: (key) => world.books.calls.some(({ idempotencyKey }) => idempotencyKey === key),
  });
  const act = (name: string): void => {
    running = running.filter(({ life }) => !life.over);
    const program = running[draws.number('which program', Math.max(1, running.length))];
    const work = ACTS[name];
    if (program === undefined || work === undefined) return;
    oracle.acted();
    const done = program.ask(() => {
      sabotage?.act?.();
      return work(userAt(program));
    });
    done.then(
      () => note(`you: ${name}: done`),
      (error: unknown) => {
        note(`you: ${name}: ${messageOf(error)}`);
        oracle.failed(name, error);
      },
    );
  };

  const compare = async (finish = false): Promise<void> => {
    while (unhandled.length > 0) {
      const error = unhandled.shift();
      if (!(error instanceof Error && error.name === 'LifeIsOver'))
        oracle.failed('behind the screens', error);
    }
    running = running.filter(({ life }) => !life.over);
    const [program] = running;
    if (program === undefined) return;
    sabotage?.books?.(world.books);
    if (sabotage?.claimsAbsence) oracle.absence('nobody', true, 0, time.now());
    const reading = program.ask((app) => shownBy(app, keys, notices));
    let shown: Shown | undefined;
    reading.then(
      (read) => {
        shown = read;
      },
      (error: unknown) => oracle.failed('looking at the purchases', error),
    );
    await time.settle();
    if (shown === undefined) await time.pass(SECOND_MS);
    if (shown === undefined || program.life.over) return;
    const seen = sabotage?.shown?.(shown) ?? shown;
    note(seen.purchases.map(({ state, counted }) => `${state} ${counted?.units ?? '-'}`).join(', '));
    if (finish) oracle.finish(seen);
    else oracle.compare(seen);
  };

  const failDisk = (how: 'full' | 'locked'): void => {
    disk.fail(how);
    const ms = draws.choose('until the disk is well', 0.6, {
      'ten seconds': 10 * SECOND_MS,
      'ten minutes': 600 * SECOND_MS,
      'two hours': 2 * HOUR_MS,
    });
    time.after(ms, disk.endFailure);
  };

  const WORLD: Readonly<Record<string, () => void | Promise<void>>> = {
    'the computer sleeps for three hours': () => time.sleep(3 * HOUR_MS),
    'the clock jumps ahead by a day': () => time.setClockWrong(24 * HOUR_MS),
    'the clock jumps back by two hours': () => time.setClockWrong(-2 * HOUR_MS),
    'the clock is put right': () => time.setClockWrong(0),
    'the process is killed': () => {
      const [program] = running;
      if (program !== undefined) kill(program);
    },
    'the process is killed soon': () => {
      const [program] = running;
      if (program !== undefined) disk.endAfter(program.life, 1 + draws.number('statements until then', 60));
    },
    'the program is closed': async () => {
      const [program] = running;
      if (program !== undefined) await close(program);
    },
    'a second program is started': () => (running.length < 2 ? start() : undefined),
    'the disk is full': () => failDisk('full'),
    'the file is locked': () => failDisk('locked'),
    'the disk is well again': disk.endFailure,
    'the catalogue is republished': () => services.get(stored)?.republish(false),
    'the Tool is taken away for a while': () => services.get(stored)?.republish(true),
  };

  try {
    await start();
    oracle.rights.allows(sabotage?.limits ?? LIMITS);
    const limits = running[0]?.ask(({ handlers }) =>
      handlers.settings.setLimits({ limits: limitsOf(LIMITS) }),
    );
    limits?.catch((error: unknown) => oracle.failed('setting the limits', error));
    await time.pass(2 * SECOND_MS);
    const steps = draws.number('steps', 22) + 2;
    const eventOdds = draws.choose('mood of the world', 0.6, { calm: 0, rough: 0.15, wild: 0.4 });
    for (let step = 0; step < steps; step++) {
      const happens = draws.choose('what happens', eventOdds, { nothing: null, ...named(WORLD) });
      if (happens !== null) {
        note(happens);
        await WORLD[happens]?.();
      }
      running = running.filter(({ life }) => !life.over);
      if (running.length === 0) await start();
      const does = drawAct(draws);
      if (does !== null) {
        note(`you: ${does}`);
        act(does);
      }
      const gap = draws.choose('what passes', 0.6, GAPS);
      await time.pass(gap ?? draws.choose('what long time passes', 0.3, LONG_GAPS));
      await compare();
    }
    await recover();
    await compare(true);
    await readAllResults();
    await buyOnceMore();
  } catch (error) {
    if (error instanceof EndlessEvents) oracle.endlessEvents();
    else oracle.failed('this history', error);
  } finally {
    disk.close();
    rmSync(dataDir, { recursive: true, force: true });
  }

  /**
   * The service recovers, as do the disk and the clock, and the user settles what is open with each key that it needs.
   */
  async function recover(): Promise<void> {
    note('the service recovers');
    disk.endFailure();
    network.recover();
    for (const one of [...services.values(), world.provider]) one.recover();
    time.setClockWrong(0);
    for (const program of [...running]) kill(program);
    await start();
    if (running[0] !== undefined) await leaveSafeStart(running[0]);
    const places = new Set(
      [...world.books.calls, ...world.books.quotes.values()].map((of) => `${of.origin} ${of.account}`),
    );
    const rounds = [10, 300, 2 * 3_600, 30 * 3_600, 60, 60].map((seconds) => seconds * SECOND_MS);
    for (const ms of rounds) {
      let open = 0;
      for (const place of places) {
        const [at = '', account = ''] = place.split(' ');
        const [program] = running;
        if (program === undefined) return;
        for (const one of ORIGINS) machine.keys.set(one, `key-${account.slice(-1)}-0000000000000001`);
        await actAndWait(program, async ({ handlers }) => {
          if (at !== inUse.get(program.life)) await handlers.settings.setMarketplace({ address: at });
          userAt(program).moved(at);
          await handlers.key.check(undefined);
        });
        await actAndWait(program, async () => void (await bindByHand(userAt(program))));
        await time.pass(ms / places.size);
        machine.confirms = true;
        await actAndWait(program, async () => {
          open = await settleEverything(userAt(program), (error) => {
            note(`you: settle: ${messageOf(error)}`);
            oracle.failed('settling', error);
          });
        });
      }
      if (open === 0) return;
    }
  }

  /** Reads the results of every search that was ever bought. */
  async function readAllResults(): Promise<void> {
    for (const address of ORIGINS) {
      const [program] = running;
      if (program === undefined) return;
      await actAndWait(program, async (app) => {
        if (address !== inUse.get(program.life)) await app.handlers.settings.setMarketplace({ address });
        userAt(program).moved(address);
        await ACTS['looks at the results']?.(userAt(program));
      });
    }
  }

  /** Every state has a way forward: with a service that has recovered, something new can be bought. */
  async function buyOnceMore(): Promise<void> {
    machine.confirms = true;
    for (const one of ORIGINS) machine.keys.set(one, FIRST_KEY);
    let why: string | null = 'no program runs';
    // A wait that an origin requested may have to pass first, and a document without it be read again.
    for (const [attempt, before] of [0, LONGEST_NAMED_MS, 60 * SECOND_MS].entries()) {
      await time.pass(before);
      const [program] = running;
      if (program === undefined || why === null) break;
      why = 'it took too long';
      await actAndWait(program, async (app) => {
        await app.handlers.key.check(undefined);
        await bindByHand(userAt(program));
        why = await buySomethingNew(userAt(program), attempt);
      });
    }
    if (why !== null) oracle.deadEnd(`nothing can be bought any more: ${why}`);
  }

  /** Does something and lets the time that it needs pass. */
  async function actAndWait(program: Program, work: (app: App) => Promise<void>): Promise<void> {
    let over = false;
    oracle.acted(true);
    program.ask(work).then(
      () => {
        over = true;
      },
      (error: unknown) => {
        over = true;
        note(`you: settle: ${messageOf(error)}`);
        oracle.failed('settling', error);
      },
    );
    await time.settle();
    for (let second = 0; !over && second < 240; second++) await time.pass(second < 5 ? 50 : SECOND_MS);
  }

  note(`over with ${oracle.violations.length}`);
  return {
    seed,
    violations: oracle.violations,
    unfriendly: draws.unfriendly(),
    lines,
    trace: trace.digest('hex'),
    drawn: draws.drawn(),
    simulatedMs: time.now() - START,
    calls: world.books.calls.length,
    compared: oracle.compared(),
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Receives no approval. */
const WITHOUT_APPROVALS: Partial<Rights> = { approvesQuote: () => ({ taken: () => {}, refused: () => {} }) };

const named = <Of extends object>(of: Of): Record<string, string> =>
  Object.fromEntries(Object.keys(of).map((name) => [name, name]));

/** What a screen reads, in one call. */
async function shownBy(app: App, keys: Map<string, string>, notices: readonly Notice[]): Promise<Shown> {
  const notified = new Set(notices.map(({ to }) => to));
  const { purchases, status } = app.handlers;
  const read = await status.read(undefined);
  const empty = new Set<string>();
  const none = { keys, open: [], stored: empty, alarmed: empty, unseen: empty };
  if (read.storage.state !== 'ready') return { ...none, status: read as Shown['status'], purchases: [] };
  const { items } = await purchases.list({ limit: 1000 });
  const open: Purchase[] = [];
  const stored = new Set<string>();
  for (const { purchaseId, state } of items) {
    if (
      !keys.has(purchaseId) &&
      !['quoting', 'quoted', 'not_quoted', 'discarded', 'expired'].includes(state)
    ) {
      const key = await orderKeyOf(app, purchaseId);
      if (key !== null) keys.set(purchaseId, key);
    }
    if (state === 'completed' && (await purchases.evidence({ purchaseId })).output !== null)
      stored.add(purchaseId);
    if (isUnresolved(state) || state === 'quoted')
      open.push((await purchases.show({ purchaseId })) as Purchase);
  }
  const unseen = new Set((await purchases.alarms(undefined)).map(({ purchaseId }) => purchaseId));
  const alarmed = new Set(
    items
      .filter(
        ({ purchaseId, chargeAlarm }) =>
          chargeAlarm !== null &&
          (chargeAlarm.seen || (unseen.has(purchaseId) && notified.has(`/purchases?purchase=${purchaseId}`))),
      )
      .map(({ purchaseId }) => purchaseId),
  );
  return {
    status: read as Shown['status'],
    purchases: items as Shown['purchases'],
    keys,
    open,
    stored,
    alarmed,
    unseen,
  };
}
