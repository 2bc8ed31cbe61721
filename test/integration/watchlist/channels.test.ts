/** Channels over a whole program, with a real mail server and a real HTTP receiver. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { ContractFailure } from '#shared/contract/failure.ts';
import { requests } from '#shared/contract/index.ts';
import type { ChannelSetup } from '#shared/contract/program/channels.ts';
import type { Notice } from '#shared/contract/watchlist.ts';
import type { App, AppDeps } from '../../../electron/app/app-deps.ts';
import type { PlainQuestion } from '../../../electron/app/plain-question.ts';
import type { Keychain } from '../../../electron/key/keychain.ts';
import { openAppOn } from '../../support/app-on.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';
import { shownOf, until } from '../../support/product.ts';
import {
  type HttpReceiver,
  type MailServer,
  startHttpReceiver,
  startMailServer,
} from '../../support/receivers.ts';
import { backUp, restore } from '../backup/backed-up.ts';
import { root } from '../hosts/command.ts';

const TOPIC = 'my-secret-topic';
const WEBHOOK_SECRET = 'shared-secret-0123456789';
const PASSWORD = 'the mail password';

let demo: ControlledMarketplace;
let receiver: HttpReceiver;
let mail: MailServer;
let dataDir: string;
let app: App;
let secrets: Map<string, string>;
let copied: string;
let allows: boolean;
let questions: PlainQuestion[];
let now: number;

const keychain = (key: string): Keychain => ({
  store: async (account, secret) => {
    secrets.set(account, secret);
    return { ok: true };
  },
  read: async (account) => (account === new URL(demo.baseUrl).origin ? key : (secrets.get(account) ?? null)),
  forget: async (account) => {
    secrets.delete(account);
    return { ok: true };
  },
  works: async () => ({ works: true, words: '' }),
});

async function open(more: Partial<Pick<AppDeps, 'isUnattended' | 'notify'>> = {}) {
  app = await openAppOn({
    dataDir,
    marketplace: demo.baseUrl,
    keychain: keychain(demo.issueKey()),
    clock: () => now,
    clipboard: {
      readText: () => copied,
      clear: () => {
        copied = '';
      },
    },
    confirm: async (question) => {
      questions.push(question);
      return allows;
    },
    ...more,
  });
}

beforeEach(async () => {
  [demo, receiver, mail] = await Promise.all([
    startControlledMarketplace(),
    startHttpReceiver(),
    startMailServer({ user: 'me', password: PASSWORD }),
  ]);
  dataDir = mkdtempSync(join(tmpdir(), 'milepost-channels-'));
  [secrets, copied, allows, questions, now] = [new Map(), '', true, [], Date.now()];
  await open();
});
afterEach(async () => {
  await app.close();
  await Promise.all([demo.close(), receiver.close(), mail.close()]);
  rmSync(dataDir, { recursive: true, force: true });
});

const failureOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof ContractFailure) return error.failure.code;
    throw error;
  }
  return 'none';
};
const channels = () => app.handlers.channels;
const read = async () => requests.channels.read.output.parse(await channels().read(undefined));
const channel = async (kind: string) => (await read()).channels.find((each) => each.kind === kind);

const SETUPS: Record<ChannelSetup['kind'], () => { setup: ChannelSetup; secret: string }> = {
  email: () => ({
    setup: {
      kind: 'email',
      host: '127.0.0.1',
      port: mail.port,
      user: 'me',
      from: 'me@home.test',
      to: 'you@home.test',
    },
    secret: PASSWORD,
  }),
  ntfy: () => ({ setup: { kind: 'ntfy', server: receiver.url }, secret: `${TOPIC} tk_token` }),
  webhook: () => ({
    setup: { kind: 'webhook', address: `${receiver.url}/hook/secret-path` },
    secret: WEBHOOK_SECRET,
  }),
};
const setUp = async (kind: ChannelSetup['kind']) => {
  const { setup, secret } = SETUPS[kind]();
  copied = secret;
  return channels().setUp(setup);
};
const turnOn = async (kind: ChannelSetup['kind']) => {
  await setUp(kind);
  return channels().test({ kind });
};

const search = {
  origin_airport: 'JFK',
  destination_airport: 'HND',
  cabin: 'business',
  start_date: '2027-03-01',
  end_date: '2027-05-31',
  take: 10,
};
/** Makes the search find space on these days, for so many miles, and buys it. */
async function refresh(days: readonly string[], miles = 58_000) {
  await demo.control.behave({
    award: {
      replace: {
        count: days.length,
        hasMore: false,
        data: days.map((date) =>
          rawRecord(`id-${date}`, {
            Source: 'virginatlantic',
            Date: date,
            JMileageCost: String(miles),
            JRemainingSeats: 2,
            JDirect: false,
            JAirlines: 'NH',
            Route: { OriginAirport: 'JFK', DestinationAirport: 'HND' },
          }),
        ),
      },
    },
  });
  const { tools } = await app.handlers.awards.tools({ refresh: true });
  const quoted = requests.purchases.quote.output.parse(
    await app.handlers.purchases.quote({ toolRef: tools[0]?.tool.toolRef ?? '', input: search }),
  );
  const { purchaseId } = quoted;
  await app.handlers.purchases.approve({ purchaseId, shown: shownOf(quoted) });
  await until(app, async () => (await app.handlers.purchases.show({ purchaseId })).state === 'completed');
}
const records = () =>
  app.handlers.results.records({
    scope: { kind: 'matching', origins: ['JFK'], destinations: ['HND'] },
    filter: {},
    sort: [],
    offset: 0,
    limit: 10,
  });
/** The first run of a search, with a rule that the following refreshes match. */
async function watch() {
  await refresh(['2027-04-05'], 90_000);
  const [only] = await app.handlers.watchlist.list(undefined);
  await app.handlers.watchlist.setRule({
    searchId: only?.searchId ?? 0,
    rule: { milesBelow: 60_000, seatsMin: null, direct: false, cheapestPercent: null },
  });
}
const settled = (kind: string) =>
  until(app, async () => {
    const of = await channel(kind);
    return of?.waiting === 0;
  });

/** The members of a webhook's message in docs/watching.md, each with the types that its table names. */
const DESCRIBED = (() => {
  const docs = readFileSync(join(root, 'docs/watching.md'), 'utf8');
  const rows =
    docs.split('| member | type | what it is |')[1]?.split('\n\n')[0]?.trim().split('\n').slice(1) ?? [];
  const members = rows.flatMap((row) => {
    const [, named = '', types = ''] = row.split('|');
    const names = [...named.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name);
    const isEvent = names[0]?.startsWith('events[].') === true;
    return names.map((name) => ({
      isEvent,
      name: name.replace('events[].', ''),
      types: types.trim().split(' or '),
    }));
  });
  const of = (isEvent: boolean) =>
    Object.fromEntries(
      members.filter((each) => each.isEvent === isEvent).map(({ name, types }) => [name, types]),
    );
  return { message: of(false), event: of(true) };
})();

/** As its documentation has them: the types of its members, each as far as it is one of those described. */
const typesOf = (message: Record<string, unknown>, of: '' | 'events[].') =>
  Object.fromEntries(
    Object.entries(message).map(([name, value]) => {
      const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
      const described = (of === '' ? DESCRIBED.message : DESCRIBED.event)[name] ?? [];
      return [name, described.includes(type) ? described : [type]];
    }),
  );

describe('a channel', () => {
  it('is off until it was set up, confirmed outside the page and tested', async () => {
    expect((await read()).channels.map(({ state }) => state)).toEqual(['off', 'off', 'off']);
    await watch();
    await setUp('ntfy');
    expect(questions.at(-1)?.words).toContain(receiver.url);
    expect(questions.at(-1)?.detail).toContain('Never sent are keys, balances and notes');
    // A message is seen before the first is sent.
    expect(questions.at(-1)?.words).toContain((await read()).example.text);
    expect(copied).toBe('');
    expect((await channel('ntfy'))?.state).toBe('untested');
    await refresh(['2027-04-06']);
    expect(receiver.received).toEqual([]);
    await channels().test({ kind: 'ntfy' });
    expect(receiver.received).toHaveLength(1);
    expect((await channel('ntfy'))?.state).toBe('on');
  });

  it('is not set up without the user’s confirmation, nor with something else on the clipboard', async () => {
    allows = false;
    copied = 'untouched';
    expect(await failureOf(() => setUp('webhook'))).toBe('not_confirmed');
    allows = true;
    copied = 'too short';
    expect(await failureOf(() => channels().setUp(SETUPS.webhook().setup))).toBe('no_secret');
    expect(secrets.size).toBe(0);
    expect((await channel('webhook'))?.state).toBe('off');
  });

  it.each(['email', 'ntfy', 'webhook'] as const)(
    'by %s tells of an event once, in a sentence',
    async (kind) => {
      await turnOn(kind);
      await watch();
      await refresh(['2027-04-06']);
      await settled(kind);
      const texts =
        kind === 'email' ? mail.mails.map(({ text }) => text) : receiver.received.map(({ body }) => body);
      expect(texts).toHaveLength(2);
      expect(texts[1]?.replaceAll('=\r\n', '')).toContain(
        'Tokyo, 2 business seats: Tue 6 Apr, 58,000 Virgin Points. Seen just now.',
      );
      // The same again is no event.
      await refresh(['2027-04-06']);
      await app.close();
      await open();
      await settled(kind);
      expect(kind === 'email' ? mail.mails : receiver.received).toHaveLength(2);
      expect((await channel(kind))?.trouble).toBeNull();
    },
  );

  it('signs what it sends to a webhook', async () => {
    await turnOn('webhook');
    const [{ body, headers, path } = { body: '', headers: {}, path: '' }] = receiver.received;
    expect(path).toBe('/hook/secret-path');
    const [, time, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/u.exec(String(headers['milepost-signature'])) ?? [];
    expect(createHmac('sha256', WEBHOOK_SECRET).update(`${time}.${body}`).digest('hex')).toBe(signature);
    expect(JSON.parse(body)).toMatchObject({
      version: 1,
      id: headers['milepost-id'],
      kind: 'test',
      events: [],
    });
    expect(headers.authorization).toBeUndefined();
  });

  it('sends an ntfy topic in the body, with its token', async () => {
    await turnOn('ntfy');
    const [first] = receiver.received;
    expect(first?.path).toBe('/');
    expect(first?.headers.authorization).toBe('Bearer tk_token');
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ topic: TOPIC });
  });

  it('sends to a webhook what docs/watching.md describes, and never a key, a balance or a note', async () => {
    await app.handlers.wallet.saveBalance({
      balanceId: null,
      balance: {
        kind: 'programme',
        name: 'virginatlantic',
        owner: 'Ana',
        points: 777_123,
        expires: null,
      },
    });
    await turnOn('webhook');
    await watch();
    const { rows } = await records();
    await app.handlers.annotations.mark({
      versionIds: rows.map(({ versionId }) => versionId),
      change: { note: 'A private note' },
    });
    await refresh(['2027-04-05', '2027-04-06']);
    await settled('webhook');
    const messages = receiver.received.map(({ body }) => JSON.parse(body));
    expect(messages.map(({ kind, events }) => [kind, events.length])).toEqual([
      ['test', 0],
      ['award_space', 2],
    ]);
    for (const message of [...messages, JSON.parse((await read()).example.json)]) {
      expect(typesOf(message, '')).toEqual(DESCRIBED.message);
      for (const event of message.events) expect(typesOf(event, 'events[].')).toEqual(DESCRIBED.event);
    }
    expect(messages[1].text).toContain('you can pay it');
    expect(JSON.stringify(receiver.received)).not.toMatch(/777.?123|Ana|private note|amk_|aek_/u);
  });

  it('tells nothing again on another machine that restores a backup, nor from a copy of a lost one', async () => {
    await turnOn('webhook');
    await watch();
    await refresh(['2027-04-06']);
    await demo.control.behave({
      callPlan: { outcome: 'completed', charged: { currency: 'USD', units: '30000', exponent: 6 } },
    });
    await refresh(['2027-04-06']);
    await settled('webhook');
    receiver.answers(503);
    await refresh(['2027-04-06', '2027-04-07']);
    await until(app, async () => (await channel('webhook'))?.trouble != null);
    const already = receiver.received.length;
    expect(already).toBe(4);
    const file = await backUp(app);
    expect(file.includes('secret-path')).toBe(false);
    await app.close();
    receiver.answers(200);
    const here = dataDir;
    const shown: Notice[] = [];
    const notify = (notice: Notice) => void shown.push(notice);
    for (const isReplaced of [false, true]) {
      dataDir = mkdtempSync(join(tmpdir(), 'milepost-elsewhere-'));
      if (isReplaced) writeFileSync(join(dataDir, 'milepost.sqlite'), file);
      await open({ notify });
      expect((await channel('webhook'))?.state).toBe('off');
      await turnOn('webhook');
      if (!isReplaced) await restore(app, file);
      await demo.control.behave({ callPlan: { outcome: 'completed' } });
      // Not by a page that arrives there with the same space, and not by the charge, which is still unseen.
      await refresh(['2027-04-06', '2027-04-07']);
      await app.handlers.purchases.list({});
      await settled('webhook');
      await app.close();
      await open({ notify });
      await settled('webhook');
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
    expect(receiver.received.slice(already).map(({ body }) => JSON.parse(body).kind)).toEqual([
      'test',
      'test',
    ]);
    expect(shown).toEqual([]);
    // What waits is told where it waits.
    dataDir = here;
    now += 60_000 * 10;
    await open();
    await settled('webhook');
    expect(receiver.received).toHaveLength(already + 3);
  });

  it.each([301, 307])('is not led elsewhere by what a webhook answers: %i', async (status) => {
    const elsewhere = await startHttpReceiver();
    await turnOn('webhook');
    await watch();
    receiver.answers(status, { location: `${elsewhere.url}/hook` });
    await refresh(['2027-04-06']);
    await until(app, async () => (await channel('webhook'))?.trouble != null);
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  it('tries again with a back-off, at once when the machine wakes, and then tells once', async () => {
    await turnOn('webhook');
    await watch();
    receiver.answers(503);
    await refresh(['2027-04-06']);
    await receiver.until(2);
    await until(app, async () => (await channel('webhook'))?.trouble !== null);
    expect(await channel('webhook')).toMatchObject({ waiting: 1, unclear: 0 });
    const { rows } = await app.handlers.activity.list({ limit: 50, text: 'webhook', failedOnly: true });
    expect(rows[0]).toMatchObject({ role: 'webhook', status: 503, path: '' });
    receiver.answers(200);
    now += 30_000;
    await refresh(['2027-04-06']);
    expect(receiver.received).toHaveLength(2);
    now += 60_000;
    for (let wakes = 0; wakes < 3; wakes++) app.afterSleep();
    await settled('webhook');
    app.afterSleep();
    await settled('webhook');
    expect(receiver.received).toHaveLength(3);
  });

  it.each(['webhook', 'email'] as const)('does not send again what may have arrived by %s', async (kind) => {
    await turnOn(kind);
    await watch();
    (kind === 'email' ? mail : receiver).answers('cut');
    await refresh(['2027-04-06']);
    await until(app, async () => (await channel(kind))?.unclear === 1);
    now += 3_600_000;
    await app.close();
    await open();
    await settled(kind);
    expect(kind === 'email' ? mail.mails : receiver.received).toHaveLength(2);
  });

  it('tells of no more than ten messages a day, and of the rest the next day', async () => {
    await turnOn('webhook');
    await watch();
    for (let sent = 1; sent < 10; sent++) await channels().test({ kind: 'webhook' });
    expect(await failureOf(() => channels().test({ kind: 'webhook' }))).toBe('too_many');
    await refresh(['2027-04-06']);
    expect(receiver.received).toHaveLength(10);
    allows = false;
    expect(await failureOf(() => channels().setPerDay({ perDay: 100 }))).toBe('not_confirmed');
    now += 24 * 3_600_000;
    await app.close();
    await open();
    await settled('webhook');
    expect(receiver.received).toHaveLength(11);
  });

  it('shows a page and a file neither secret, topic nor path', async () => {
    for (const kind of ['email', 'ntfy', 'webhook'] as const) await turnOn(kind);
    const { rows } = await app.handlers.activity.list({ limit: 100 });
    const shown = JSON.stringify([await read(), rows]);
    await app.close();
    const file = readFileSync(join(dataDir, 'milepost.sqlite'), 'latin1');
    for (const secret of [TOPIC, WEBHOOK_SECRET, PASSWORD, 'tk_token']) {
      expect(shown).not.toContain(secret);
      expect(file).not.toContain(secret);
    }
    expect(shown).not.toContain('secret-path');
    await open();
  });

  it('has its secret at its address alone, and none once it is removed', async () => {
    await turnOn('webhook');
    copied = 'another-secret-0123456789';
    await channels().setUp({ kind: 'webhook', address: `${receiver.url}/elsewhere` });
    expect([...secrets.keys()]).toEqual([`webhook ${receiver.url}/elsewhere`]);
    expect((await channel('webhook'))?.state).toBe('untested');
    await channels().remove({ kind: 'webhook' });
    expect(secrets.size).toBe(0);
  });

  it('leaves the system’s notifications for later where nobody sees the program', async () => {
    await watch();
    await app.close();
    await open({ isUnattended: true });
    await refresh(['2027-04-06']);
    await app.close();
    const notices: Notice[] = [];
    await open({ notify: (notice) => void notices.push(notice) });
    expect(notices).toEqual([
      expect.objectContaining({
        body: 'Tokyo, 2 business seats: Tue 6 Apr, 58,000 Virgin Points. Seen just now.',
      }),
    ]);
  });

  it('tells once of a charge that was not approved, without its amount, and the system with it', async () => {
    await turnOn('webhook');
    await app.close();
    await open({ isUnattended: true });
    await demo.control.behave({
      callPlan: { outcome: 'completed', charged: { currency: 'USD', units: '9000000', exponent: 6 } },
    });
    await refresh(['2027-04-06']);
    await until(app, async () => (await channel('webhook'))?.waiting === 0 && receiver.received.length === 2);
    const message = JSON.parse(receiver.received[1]?.body ?? '{}');
    expect(message).toMatchObject({ title: 'A charge is not what you approved', events: [] });
    expect(JSON.stringify(message)).not.toMatch(/9\.0|USD|JFK/u);
    // Nobody saw the system's: it is shown by the next run, and by none after it.
    const notices: Notice[] = [];
    for (let run = 0; run < 3; run++) {
      await app.close();
      await open({ notify: (notice) => void notices.push(notice) });
      await app.handlers.purchases.list({});
      await settled('webhook');
    }
    expect(notices.map(({ to }) => to)).toEqual([expect.stringContaining('/purchases?purchase=')]);
    expect(notices[0]?.body).toContain('USD 9.000000 was charged');
    expect(receiver.received).toHaveLength(2);
  });
});
