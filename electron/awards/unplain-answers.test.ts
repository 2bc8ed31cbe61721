import { describe, expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { everything, openedAwards } from './testing/opened-awards.ts';
import { request } from './testing/stored-awards.ts';

/** Irregular but valid answers (§2.2, §2.3): reported, flagged, and never merged or lost. */

const opened = (output: unknown) => {
  const stored = openedAwards();
  const { runId, purchaseId } = stored.buy(output);
  const scope = { kind: 'run', runId } as const;
  const { rows, total } = stored.records({ scope, ...everything });
  const [run] = stored.runs(stored.searches()[0]?.searchId ?? 0);
  if (run === undefined) throw new Error('no run');
  return { ...stored, runId, purchaseId, scope, rows, total, run };
};

describe('the answer around the records', () => {
  it('reports members beside the four, which take nothing away where they hold nothing', () => {
    const { run, total } = opened({ ...answer([rawRecord('a')]), moreURL: '/next', 'x y': null });
    expect(run.remarks).toEqual([expect.stringContaining('moreURL, x y')]);
    expect(run).toMatchObject({ broken: 0, exhausted: true });
    expect(total).toBe(1);
  });

  it.each<[string, unknown]>([
    ['truncated', 'yes'],
    ['complete', false],
    ['has_more', true],
    ['nextCursor', 'abc'],
    ['remaining', 12],
    ['note', 'These results were truncated.'],
    ['missing', ['aeroplan']],
    ['pagination', { hasNext: true }],
    ['total', 40],
    ['@odata.nextLink', '/awards?$skip=1'],
    ['zufällig', 0],
  ])('proves nothing where it has %s: %j beside them, whatever that means', (name, value) => {
    const { run, total } = opened({ ...answer([rawRecord('a')]), [name]: value });
    expect(run.remarks).toHaveLength(2);
    expect(run.exhausted).toBeNull();
    expect(total).toBe(1);
  });

  it.each<[string, unknown]>([
    ['nextCursor', null],
    ['errors', []],
    ['meta', {}],
    ['note', ''],
  ])('is complete all the same with %s: %j', (name, value) => {
    expect(opened({ ...answer([rawRecord('a')]), [name]: value }).run.exhausted).toBe(true);
  });

  it.each<[string, object, string]>([
    ['holds none', { data: [], count: 0 }, 'The answer says that there are more records and holds none.'],
    [
      'gives a cursor that no request can carry',
      { cursor: 1e17 },
      'The answer says that there are more records, but gives no cursor that a request can carry.',
    ],
    [
      'gives a cursor that is not whole',
      { cursor: 0.5 },
      'The answer says that there are more records, but gives no cursor that a request can carry.',
    ],
  ])('reports that there is more where an answer %s', (_, around, remark) => {
    const page = { ...answer([rawRecord('a')]), hasMore: true, ...around };
    expect(opened(page).run.remarks).toEqual([remark]);
    expect(opened({ ...page, hasMore: false }).run.remarks).toEqual([]);
  });

  it('reports a count unlike the rows, and proves nothing where more is counted than came', () => {
    const more = opened({ ...answer([rawRecord('a')]), count: 12 }).run;
    expect(more.remarks).toEqual([expect.stringMatching(/12 .*1/u)]);
    expect(more.exhausted).toBeNull();
    const fewer = opened({ ...answer([rawRecord('a')]), count: 0 }).run;
    expect(fewer.remarks).toEqual([expect.stringMatching(/0 .*1/u)]);
    expect(fewer.exhausted).toBe(true);
  });

  it.each([
    ['a list that is null', { data: null, count: 0 }],
    ['no list', { data: undefined, count: 0 }],
    ['a list that is a text', { data: '[]', count: 0 }],
    ['a count as text', { count: '12' }],
  ])('proves nothing with %s', (_, around) => {
    expect(opened({ ...answer([rawRecord('a')]), ...around }).run.exhausted).toBeNull();
  });

  it('names the page where a run has several, and takes a count of all for what it is', () => {
    const { buy, runs, searches } = openedAwards();
    const { runId } = buy({ ...answer([rawRecord('a')], { hasMore: true }), count: 2 });
    buy(
      { ...answer([rawRecord('b')]), count: 2 },
      { runId, input: request({ cursor: 1_700_000_000, skip: 1 }) },
    );
    const [run] = runs(searches()[0]?.searchId ?? 0);
    expect(run?.remarks[0]).toMatch(/^Page 1: .*2 .*1/u);
    expect(run?.exhausted).toBe(true);
  });
});

describe('an answer within something else', () => {
  const page = answer([rawRecord('a'), rawRecord('b')], { hasMore: true });
  const text = JSON.stringify(page);

  it.each<[string, unknown]>([
    ['a result', { result: page }],
    ['data', { data: page }],
    ['two wrappers', { status: 200, body: { payload: page } }],
    ['text', text],
    ['text in a member', { status: 'ok', content: text }],
    ['text in a list of one', { content: [{ type: 'text', text }] }],
    ['text of text', JSON.stringify(text)],
  ])('gives its records where it comes as %s', (_, output) => {
    const { run, total, record, rows, broken, scope } = opened(output);
    expect(total).toBe(2);
    expect(run.next?.input).toMatchObject({ cursor: 1_700_000_000, skip: 2 });
    expect(record(rows[0]?.versionId ?? 0).raw).toEqual(rawRecord('a'));
    expect(broken(scope)).toEqual([]);
  });

  it.each<[string, object]>([
    ['says that it is partial', { truncated: true }],
    ['counts more', { count: 40 }],
    ['says that there is more', { hasMore: true }],
  ])('proves nothing where what it stands in %s', (_, beside) => {
    const inner = answer([rawRecord('a')]);
    expect(opened({ result: inner }).run.exhausted).toBe(true);
    expect(opened({ result: inner, ...beside }).run.exhausted).toBeNull();
  });

  it('is not guessed where there are two', () => {
    const { run, total } = opened({ outbound: page, inbound: page });
    expect(total).toBe(0);
    expect(run.exhausted).toBeNull();
  });

  it('says the same after its records are built again', () => {
    const { awards, run, runs, searches } = opened({ result: text, count: 12, moreURL: '/' });
    awards.rebuild();
    expect(runs(searches()[0]?.searchId ?? 0)).toEqual([run]);
  });
});

describe('a cursor as text', () => {
  const next = (cursor: unknown) =>
    opened({ ...answer([rawRecord('a')], { hasMore: true }), cursor }).run.next?.input;

  it.each(['7', '-7', ' 7 ', '1700000000'])(
    '%j that writes a whole number goes on by that number',
    (cursor) => {
      expect(next(cursor)).toEqual({ ...request(), cursor: Number(cursor), skip: 1 });
    },
  );

  it.each(['', '7.5', '007', '0x7', '7e3', 'next', '9007199254740993', null])(
    '%j that writes none leads no further',
    (cursor) => {
      expect(next(cursor)).toBeUndefined();
    },
  );

  it('is reported as what the contract does not show', () => {
    const { run, broken, scope } = opened({ ...answer([rawRecord('a')]), cursor: '7' });
    expect(run.exhausted).toBe(true);
    expect(JSON.stringify(broken(scope))).toContain('cursor is string, not number');
  });
});

describe('records without an ID', () => {
  it('stay apart, also where they say the same', () => {
    const twins = [rawRecord(''), rawRecord(''), rawRecord(' '), rawRecord('', { JMileageCost: '71000' })];
    const { total, rows, awards, records, scope } = opened(answer(twins));
    expect(total).toBe(4);
    expect(rows.every((row) => row.flagged)).toBe(true);
    awards.rebuild();
    expect(records({ scope, ...everything }).total).toBe(4);
  });

  it('are the same again in a later run, and are not said to be removed where one changed', () => {
    const { buy, records, runs, searches } = openedAwards();
    buy(answer([rawRecord(''), rawRecord('b')]));
    buy(answer([rawRecord('', { JMileageCost: '1000' })]));
    const searchId = searches()[0]?.searchId ?? 0;
    expect(runs(searchId)).toHaveLength(2);
    const { rows } = records({ scope: { kind: 'search', searchId }, ...everything });
    expect(rows.map((row) => [row.miles, row.removed ?? false]).sort()).toEqual([
      [1000, false],
      [70000, false],
      [70000, true],
    ]);
  });

  it('are given out without an ID, and flagged in the record', async () => {
    const { rows, record, awards } = opened(answer([rawRecord('')]));
    const versionId = rows[0]?.versionId ?? 0;
    expect((await awards.identifiedRecords([versionId])).map((record) => record?.recordId)).toEqual(['']);
    expect(record(versionId).remarks).toEqual(['ID is empty']);
  });

  it.each(['0', 'n/a', '\u001f{}'])(
    'are those that share the ID %j as well: each stays, and says its ID',
    async (id) => {
      const days = ['2027-03-07', '2027-03-08', '2027-03-09'];
      const { total, rows, awards, records, scope } = opened(
        answer(days.map((day) => rawRecord(id, { Date: day }))),
      );
      expect([total, rows.map(({ date }) => date).sort()]).toEqual([3, days]);
      expect(
        (await awards.identifiedRecords(rows.map(({ versionId }) => versionId))).map(
          (record) => record?.recordId,
        ),
      ).toEqual([id, id, id]);
      awards.rebuild();
      expect(records({ scope, ...everything }).total).toBe(3);
    },
  );

  it('reports where one ID stands for two different records of a page', () => {
    const { run } = opened(answer([rawRecord('a'), rawRecord('a', { Date: '2027-03-09' })]));
    expect(run.remarks).toEqual([expect.stringContaining('1 of its records')]);
    expect(opened(answer([rawRecord('a'), rawRecord('a')])).run.remarks).toEqual([]);
    const withMembers = (members: object, distance: number) => ({
      ...rawRecord('a'),
      ...members,
      Route: { ...rawRecord('a').Route, Distance: distance },
    });
    const first = withMembers({ YSeats: 1, YDirect: true }, 5);
    for (const second of [
      rawRecord('a'),
      withMembers({ YSeats: 2 }, 5),
      withMembers({ YSeats: 1, YDirect: true }, 6),
    ])
      expect(opened(answer([first, second])).total).toBe(2);
    expect(opened(answer([first, withMembers({ YDirect: true, YSeats: 1 }, 5)])).total).toBe(1);
  });
});

const REPEATS =
  'Page 2 only repeats records of earlier pages, so no further page is bought. The pages of this run cost USD 0.044.';

describe('one ID on two pages of a run', () => {
  /** A run of two pages whose second repeats the ID of the first's record, with the same and with other content. */
  const twoPages = (...second: object[]) => {
    const stored = openedAwards();
    const both = { destination_airport: 'LHR,LGW' };
    const { runId } = stored.buy(answer([rawRecord('a')], { hasMore: true }), { input: request(both) });
    const later = stored.buy(answer(second), {
      runId,
      input: request({ ...both, cursor: 1_700_000_000, skip: 1 }),
    });
    const scope = { kind: 'run', runId } as const;
    const seen = () => ({
      remarks: stored.runs(stored.searches()[0]?.searchId ?? 0).flatMap((run) => run.remarks),
      rows: stored.records({ scope, ...everything }).rows.map(({ date, miles }) => [date, miles]),
    });
    return { ...stored, ...later, seen };
  };
  const REMARK =
    'Page 2: 1 of its records came on an earlier page under the same ID, with different contents.';
  const date = String(rawRecord('a').Date);

  it.each<[string, object]>([
    ['day', { Date: '2027-03-09' }],
    ['date that is not plain', { Date: '01/03/2027' }],
    ['programme', { Source: 'other' }],
    ['route', { Route: { ...rawRecord('a').Route, DestinationAirport: 'LGW' } }],
  ])('with another %s is two records, and is reported', (_, changed) => {
    const { seen, awards } = twoPages(rawRecord('a', changed));
    const before = seen();
    expect(before.remarks).toContain(REMARK);
    expect(before.rows).toHaveLength(2);
    awards.rebuild();
    expect(seen()).toEqual(before);
  });

  it('for other miles is one record in its later state, and is reported for good', async () => {
    const { seen, awards, purchaseId } = twoPages(rawRecord('a', { JMileageCost: '71000' }));
    const described = {
      remarks: [REMARK, REPEATS],
      rows: [[date, 71_000]],
    };
    expect(seen()).toEqual(described);
    awards.rebuild();
    expect(seen()).toEqual(described);
    await awards.handlers.readAgain({ purchaseId });
    expect(seen()).toEqual(described);
  });

  it.each<[string, object]>([
    ['number of seats', { JRemainingSeats: 9 }],
    ['word on whether there is space', { JAvailable: false }],
    ['list of airlines', { JAirlines: 'AA' }],
    ['member that the contract does not show', { YAvailable: true }],
  ])('with another %s is one record in its later state, and is reported', (_, changed) => {
    const { seen, awards } = twoPages({ ...rawRecord('a'), ...changed });
    const before = seen();
    expect(before.remarks).toContain(REMARK);
    expect(before.rows).toHaveLength(1);
    awards.rebuild();
    expect(seen()).toEqual(before);
  });

  it('and the same contents is a repeat, of which nothing is reported', () => {
    const { seen } = twoPages(rawRecord('a'), rawRecord('b'));
    expect(seen()).toEqual({
      remarks: [],
      rows: [
        [date, 70_000],
        [date, 70_000],
      ],
    });
  });
});

describe('a page that comes again', () => {
  const { ID: _id, ...withoutId } = rawRecord('b');
  const NOON = 1_800_000_000_000;

  it.each<[string, unknown]>([
    ['a record that breaks the contract', { ...rawRecord('b'), JDirect: null }],
    ['a record without an ID', withoutId],
    ['what is no record', null],
  ])('with %s on it is noticed, and never requested again in the same way', (_, odd) => {
    const { buy, runs, searches, awards } = openedAwards();
    const same = answer([rawRecord('a'), odd], { hasMore: true, cursor: 77 });
    const run = () => runs(searches()[0]?.searchId ?? 0)[0];
    const { runId } = buy(same);
    buy(same, { runId, input: run()?.next?.input });
    expect(run()?.remarks).toContain(REPEATS);
    expect(run()?.next).toBeNull();
    const before = run();
    awards.rebuild();
    expect(run()).toEqual(before);
  });

  const ROWS = [1, 2, 3, 4, 5].map((day) =>
    rawRecord(`r${day}`, { Date: `2027-03-0${day}`, JMileageCost: `${day}0000`, JAirlines: 'UA, LH' }),
  );
  type Row = (typeof ROWS)[number];
  const named = (rows: readonly Row[], of: string) =>
    rows.map((row, at) => ({ ...row, ID: `${of} ${at} ${row.ID}` }));
  const renamed = named(ROWS, 'other');
  it.each<[string, readonly object[], number]>([
    ['in another order', ROWS.toReversed(), 88],
    ['under other IDs', renamed, 77],
    ['without IDs', ROWS.map((row) => ({ ...row, ID: '' })), 88],
    ['under other IDs, twice over', named([...ROWS, ...ROWS], 'other'), 70],
    ['under other IDs, without its last row', renamed.slice(0, -1), 88],
    ['under other IDs, cut to three rows', renamed.slice(1, 4), 77_000_000],
    [
      'with its miles written otherwise',
      renamed.map((row) => ({ ...row, JMileageCost: `${row.JMileageCost}.0` })),
      88,
    ],
    [
      'with its days written otherwise',
      renamed.map((row) => ({ ...row, Date: `${row.Date}T00:00:00Z` })),
      88,
    ],
    ['with its airlines in another order', renamed.map((row) => ({ ...row, JAirlines: 'LH, UA' })), 88],
  ])('%s adds no record and ends the run, told with its price', (_, again, cursor) => {
    const { buy, runs, searches, awards } = openedAwards();
    const { runId } = buy(answer(ROWS, { hasMore: true, cursor: 77 }));
    buy(answer(again, { hasMore: true, cursor }), { runId, input: request({ cursor: 77, skip: 5 }) });
    const run = () => runs(searches()[0]?.searchId ?? 0)[0];
    const before = run();
    expect(before).toMatchObject({ next: null, exhausted: false, records: 5 });
    expect(before?.remarks).toContain(REPEATS);
    expect(awards.whyUnfit(runId)).toBe(REPEATS);
    awards.rebuild();
    expect(run()).toEqual(before);
  });

  it('all pages so far at once, page after page, ends it too', () => {
    const { buy, runs, searches } = openedAwards();
    const more = ROWS.map((row) => ({
      ...row,
      ID: `more ${row.ID}`,
      Date: row.Date.replace('-03-', '-04-'),
    }));
    const { runId } = buy(answer(ROWS, { hasMore: true, cursor: 77 }));
    buy(answer(more, { hasMore: true, cursor: 78 }), { runId, input: request({ cursor: 77, skip: 5 }) });
    const run = () => runs(searches()[0]?.searchId ?? 0)[0];
    expect(run()?.next).not.toBeNull();
    buy(answer(named([...ROWS, ...more], 'again'), { hasMore: true, cursor: 79 }), {
      runId,
      input: run()?.next?.input,
    });
    expect(run()).toMatchObject({ next: null, records: 10 });
  });

  it('may be a last page of twins, which are records', () => {
    const { buy, runs, searches } = openedAwards();
    const { runId } = buy(answer(ROWS, { hasMore: true, cursor: 77 }));
    buy(answer(named(ROWS.slice(0, 3), 'twin'), { hasMore: false, cursor: 78 }), {
      runId,
      input: request({ cursor: 77, skip: 5 }),
    });
    expect(runs(searches()[0]?.searchId ?? 0)[0]).toMatchObject({ records: 8, remarks: [] });
  });

  it('is none where two of its own records are alike', () => {
    const { buy, runs, searches } = openedAwards();
    const { runId } = buy(answer([rawRecord('a')], { hasMore: true, cursor: 77 }), { at: NOON });
    buy(answer([rawRecord('b'), rawRecord('b')], { hasMore: true, cursor: 9_999 }), {
      runId,
      at: NOON + 1_000,
      input: request({ cursor: 77, skip: 1 }),
    });
    expect(runs(searches()[0]?.searchId ?? 0)[0]?.remarks).toContainEqual(expect.stringContaining('Page 2'));
  });
});

describe('numbers of seats that are none', () => {
  it.each([
    [2.5, '2.5'],
    [-1, '-1'],
    [1e21, '1e+21'],
  ])('%s is shown as it came, flagged, and counts as no number of seats', (JRemainingSeats, shown) => {
    const { rows, run, record, records, scope } = opened(answer([rawRecord('a', { JRemainingSeats })]));
    expect(rows).toMatchObject([{ seats: null, seatsText: shown, flagged: true }]);
    expect(run).toMatchObject({ flagged: 1, broken: 0 });
    expect(record(rows[0]?.versionId ?? 0).remarks).toEqual([`JRemainingSeats is ${shown}`]);
    expect(records({ scope, ...everything, filter: { seatsMin: 1 } }).total).toBe(0);
    expect(records({ scope, ...everything, filter: { flagged: true } }).total).toBe(1);
  });

  it('two of them are two versions of a record, never one', () => {
    const { buy, records } = openedAwards();
    const first = buy(answer([rawRecord('a', { JRemainingSeats: 2.5 })]));
    const second = buy(answer([rawRecord('a', { JRemainingSeats: 2.7 })]));
    const seatsIn = (runId: number) =>
      records({ scope: { kind: 'run', runId }, ...everything }).rows.map((row) => row.seatsText);
    expect([seatsIn(first.runId), seatsIn(second.runId)]).toEqual([['2.5'], ['2.7']]);
  });
});

describe('dates that are not written as a plain day', () => {
  it.each(['2027-03-01T23:30:00-11:00', '20270301', '2027-3-1', 'Mon, 01 Mar 2027', '2027-060'])(
    '%s lies on its day in every view',
    (written) => {
      const { rows, scope, records, awards, record } = opened(answer([rawRecord('a', { Date: written })]));
      expect(rows).toMatchObject([{ date: '2027-03-01', dateText: written, flagged: true }]);
      const onDay = { ...everything, filter: { from: '2027-03-01', until: '2027-03-01' } };
      expect(records({ scope, ...onDay }).total).toBe(1);
      expect(JSON.stringify(awards.handlers.calendar({ scope, filter: {} }))).toContain('2027-03-01');
      expect(record(rows[0]?.versionId ?? 0).remarks).toEqual([expect.stringContaining('Date')]);
    },
  );

  it('01/03/2027 lies on none, is stored as it came, and is flagged', () => {
    const { rows } = opened(answer([rawRecord('a', { Date: '01/03/2027' })]));
    expect(rows).toMatchObject([{ date: null, dateText: '01/03/2027', flagged: true }]);
  });
});

describe('miles that are not written in digits alone', () => {
  it.each(['70,000', '70 000', ' 70000', '70000.0', '70\u00a0000', '70\u202f000', "70'000"])(
    '%j counts as what it says, and is flagged',
    (JMileageCost) => {
      const { rows, records, scope } = opened(answer([rawRecord('a', { JMileageCost })]));
      expect(rows).toMatchObject([{ miles: 70_000, milesText: JMileageCost, flagged: true }]);
      expect(records({ scope, ...everything, filter: { milesMax: 70_000 } }).total).toBe(1);
    },
  );

  it.each(['70000.5', '7,00', '70k', '7e4', '-5', '70.000'])(
    '%j counts as none, and is flagged',
    (JMileageCost) => {
      const { rows } = opened(answer([rawRecord('a', { JMileageCost })]));
      expect(rows).toMatchObject([{ miles: null, milesText: JMileageCost, flagged: true }]);
    },
  );
});

describe('airports that are not written in capitals', () => {
  const route = { OriginAirport: 'jfk', DestinationAirport: ' Lhr' };

  it('are found as what they are, and flagged with what came', () => {
    const { rows, records, record } = opened(answer([rawRecord('a', { Route: route })]));
    expect(rows).toMatchObject([{ origin: 'JFK', destination: 'LHR', flagged: true }]);
    expect(record(rows[0]?.versionId ?? 0).remarks).toEqual([
      expect.stringContaining('“jfk”'),
      expect.stringContaining('“ Lhr”'),
    ]);
    const scope = { kind: 'matching' as const, origins: ['JFK'], destinations: ['LHR'] };
    expect(records({ scope, ...everything }).total).toBe(1);
  });

  it('stay as they came where they are no code', () => {
    const { rows } = opened(answer([rawRecord('a', { Route: { OriginAirport: 'New York' } })]));
    expect(rows).toMatchObject([{ origin: 'New York', flagged: false }]);
  });
});
