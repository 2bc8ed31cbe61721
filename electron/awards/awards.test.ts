import { describe, expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { comparisonRequests } from '#shared/contract/comparison.ts';
import { ContractFailure } from '#shared/contract/failure.ts';
import { everything, openedAwards } from './testing/opened-awards.ts';
import { PRICE, request } from './testing/stored-awards.ts';

describe('a page that was bought', () => {
  it('shows as rows of its run, with the requested cabin and nothing rounded', () => {
    const { buy, records } = openedAwards();
    const { runId } = buy(
      answer([rawRecord('a', { JMileageCost: '0', JAvailable: false, JRemainingSeats: 0 })]),
      {
        at: 5000,
      },
    );
    expect(records({ scope: { kind: 'run', runId }, ...everything })).toEqual({
      total: 1,
      rows: [
        {
          versionId: 1,
          demo: true,
          date: '2027-03-01',
          dateText: '2027-03-01',
          origin: 'JFK',
          destination: 'LHR',
          programme: 'united',
          available: false,
          miles: null,
          milesText: '0',
          seats: null,
          direct: true,
          airlines: 'UA',
          cabin: 'business',
          seenAt: 5000,
          flagged: false,
        },
      ],
    });
  });

  it('is announced to those who show results', () => {
    const { buy, published } = openedAwards();
    buy(answer([]));
    expect(published).toEqual([['results']]);
  });

  it('belongs to a run that its purchase leads to', () => {
    const { buy, awards } = openedAwards();
    const { runId, purchaseId } = buy(answer([]));
    expect(awards.runOf(purchaseId)).toBe(runId);
    expect(awards.runOf('another')).toBeNull();
  });

  it('is one of the runs that are read twelve at a time, newest first, each once', async () => {
    const { buy, awards, searches } = openedAwards();
    const bought = Array.from({ length: 30 }, (_, place) => buy(answer([]), { at: place * 1000 }).runId);
    buy(answer([]), { input: request({ cabin: 'first' }) });
    const searchId = searches().find(({ runs: count }) => count > 1)?.searchId ?? 0;
    const { runs: read } = awards.handlers;
    const first = await read({ searchId });
    const second = await read({ searchId, beforeRun: first.runs.at(-1)?.runId });
    const third = await read({ searchId, beforeRun: second.runs.at(-1)?.runId });
    const pages = [first, second, third];
    expect(pages.map(({ runs, total }) => [runs.length, total])).toEqual([
      [12, 30],
      [12, 30],
      [6, 30],
    ]);
    expect(pages.flatMap(({ runs }) => runs.map(({ runId }) => runId))).toEqual(bought.toReversed());
    expect((await read({ searchId, beforeRun: bought[0] })).runs).toEqual([]);
    expect((await read({ searchId, ranBefore: 2000 })).runs.map(({ ranAt }) => ranAt)).toEqual([1000, 0]);
  });

  it('begins a run of its own where the run it names is of another search', () => {
    const { buy } = openedAwards();
    const first = buy(answer([]));
    const second = buy(answer([]), { input: request({ cabin: 'first' }), runId: first.runId });
    expect(second.runId).not.toBe(first.runId);
  });

  it('is stored whole or not at all', () => {
    const { awards, storage, searches } = openedAwards();
    expect(() =>
      storage.transaction(() => {
        awards.recordPage({
          kind: 'award_search',
          purchaseId: 'p',
          runId: null,
          toolRef: 't',
          input: request(),
          output: answer([rawRecord('a')]),
          receivedAt: 1,
        });
        throw new Error('the disk is full');
      }),
    ).toThrow('the disk is full');
    expect(searches()).toEqual([]);
    expect(storage.db.prepare('SELECT count(*) FROM award_versions').pluck().get()).toBe(0);
  });
});

describe('saved searches', () => {
  it('show their runs, records, cheapest miles and what they cost, the last run first', () => {
    const { buy, searches } = openedAwards();
    buy(
      answer([
        rawRecord('a', { JMileageCost: '50000' }),
        rawRecord('b', { JAvailable: false, JMileageCost: '1' }),
      ]),
    );
    buy(answer([]), { input: request({ cabin: 'first' }) });
    const again = buy(answer([rawRecord('a', { JMileageCost: '60000' })]));
    expect(searches()).toEqual([
      {
        searchId: 1,
        title: expect.stringContaining('business'),
        name: null,
        criteria: { origin_airport: 'JFK', destination_airport: 'LHR', cabin: 'business' },
        take: null,
        runs: 2,
        records: 2,
        lastRunAt: 3000,
        lastRunId: again.runId,
        lastPages: 1,
        partial: false,
        offer: 'space',
        cheapest: 60_000,
        cost: [{ currency: 'USD', units: '44000', exponent: 6 }],
      },
      expect.objectContaining({ searchId: 2, records: 0, offer: 'no_record', cheapest: null, cost: [PRICE] }),
    ]);
  });

  it('state the results per page of their last run', () => {
    const { buy, searches } = openedAwards();
    const taken = (sizes: object) => {
      buy(answer([]), { input: request(sizes) });
      return searches()[0]?.take;
    };
    expect([taken({}), taken({ take: 1000 }), taken({ take: 50 }), taken({})]).toEqual([
      null,
      1000,
      50,
      null,
    ]);
  });

  it('offer what can still be flown, and say why there is none', () => {
    const { buy, searches, storage, awards } = openedAwards('2027-03-05');
    const offered = (dates: object, records: ReturnType<typeof rawRecord>[]) => {
      const { runId } = buy(answer(records), { input: request(dates) });
      return searches().find((search) => search.lastRunId === runId);
    };
    const past = rawRecord('past', { Date: '2027-03-04', JMileageCost: '9000' });
    const today = rawRecord('today', { Date: '2027-03-05', JMileageCost: '30000' });
    expect(offered({}, [past, today])).toMatchObject({ offer: 'space', cheapest: 30_000 });
    expect(offered({ carriers: 'UA' }, [past])).toMatchObject({ offer: 'departed', cheapest: null });
    expect(offered({ end_date: '2027-03-04' }, [])).toMatchObject({ offer: 'departed', cheapest: null });
    expect(offered({ end_date: '2027-03-05' }, [])).toMatchObject({ offer: 'no_record', cheapest: null });
    expect(offered({ carriers: 'UA,B' }, [{ ...today, JAvailable: false }, past])).toMatchObject({
      offer: 'none',
      cheapest: null,
    });
    expect(
      offered({ carriers: 'UA,C' }, [
        { ...today, JMileageCost: '' },
        { ...today, ID: 'zero', JMileageCost: '0' },
      ]),
    ).toMatchObject({ offer: 'space', cheapest: null });
    expect(awards.watching.searches()).toMatchObject(
      searches().map(({ searchId, offer, cheapest }) => ({ searchId, offer, cheapest })),
    );
    storage.close();
  });

  it('of another marketplace or account are not shown beside', async () => {
    const { buy, searches, records, awards } = openedAwards();
    buy(answer([rawRecord('a')]), { identity: 'https://elsewhere.example' });
    expect(searches()).toEqual([]);
    const scope = { kind: 'matching' as const, origins: ['JFK'], destinations: [] };
    expect(records({ scope, ...everything }).total).toBe(0);
    expect((await awards.storedFor(request())).records).toBe(0);
  });

  it('store a version once however often it is seen', () => {
    const { buy, storage } = openedAwards();
    for (const miles of ['70000', '70000', '65000', '70000'])
      buy(answer([rawRecord('a', { JMileageCost: miles })]));
    expect(storage.db.prepare('SELECT count(*) FROM award_versions').pluck().get()).toBe(2);
    expect(storage.db.prepare('SELECT count(*) FROM award_observations').pluck().get()).toBe(4);
  });
});

describe('what is stored for a request', () => {
  it('is counted across all searches of its airports, dates and cabin', async () => {
    const { buy, awards } = openedAwards();
    buy(answer([rawRecord('a'), rawRecord('b', { Date: '2027-04-01' })]), { at: 7000 });
    buy(answer([rawRecord('c')]), { input: request({ cabin: 'first' }), at: 8000 });
    expect(await awards.storedFor({ ...request(), end_date: '2027-03-31' })).toEqual({
      records: 1,
      newestAt: 7000,
      scope: {
        kind: 'matching',
        origins: ['JFK'],
        destinations: ['LHR'],
        cabin: 'business',
        until: '2027-03-31',
      },
      filter: {},
    });
    expect(await awards.storedFor({ origin_airport: 'jfk', destination_airport: '' })).toMatchObject({
      records: 3,
      newestAt: 8000,
    });
    expect(await awards.storedFor({ origin_airport: 'CDG' })).toEqual({
      records: 0,
      newestAt: null,
      scope: null,
      filter: {},
    });
    expect(await awards.storedFor({})).toEqual({ records: 0, newestAt: null, scope: null, filter: {} });
  });

  it('is counted as far as its carriers and direct flights go, and opens with them', async () => {
    const { buy, awards, records } = openedAwards();
    buy(
      answer([
        rawRecord('a', { JAirlines: 'BA, UA' }),
        rawRecord('b', { JAirlines: 'BA', JDirect: false }),
        rawRecord('c'),
      ]),
    );
    const onBritish = await awards.storedFor({ ...request(), carriers: 'BA' });
    expect(onBritish).toMatchObject({ records: 2, filter: { airlines: ['BA'] } });
    const direct = await awards.storedFor({ ...request(), carriers: 'BA', only_direct_flights: true });
    expect(direct).toMatchObject({ records: 1, filter: { airlines: ['BA'], direct: true } });
    const { scope, filter } = direct;
    expect(scope && records({ scope, ...everything, filter }).total).toBe(1);
  });
});

describe('a scope', () => {
  it('that is not stored says so', () => {
    const { scope } = openedAwards();
    const code = (read: () => unknown) => {
      try {
        read();
      } catch (error) {
        return error instanceof ContractFailure ? error.failure.code : error;
      }
      return undefined;
    };
    expect(code(() => scope({ kind: 'run', runId: 1 }))).toBe('not_found');
    expect(code(() => scope({ kind: 'search', searchId: 1 }))).toBe('not_found');
    expect(code(() => scope({ kind: 'matching', origins: ['JFK'], destinations: [] }))).toBe('not_found');
  });

  it('that is not stored takes no other column of a comparison with it', async () => {
    const { buy, awards } = openedAwards();
    buy(answer([rawRecord('a'), rawRecord('b', { Date: '2027-03-02', JMileageCost: '50000' })]));
    const whole = { filter: {} };
    const compared = comparisonRequests.compare.output.parse(
      await awards.handlers.compare({
        columns: [
          { scope: { kind: 'search', searchId: 99 }, ...whole },
          { scope: { kind: 'search', searchId: 1 }, ...whole },
          { scope: { kind: 'run', runId: 99 }, filter: { direct: true } },
          { scope: { kind: 'matching', origins: ['CDG'], destinations: ['NRT'] }, ...whole },
          { scope: { kind: 'several', runIds: [99], searchIds: [] }, ...whole },
        ],
        filter: {},
      }),
    );
    expect(compared.columns.map(({ isStored, cheapest }) => [isStored, cheapest])).toEqual([
      [false, null],
      [true, 50_000],
      [false, null],
      [false, null],
      [false, null],
    ]);
    expect(compared.days.map(({ cells }) => cells.map((cell) => cell?.miles))).toEqual([
      [undefined, 70_000, undefined, undefined, undefined],
      [undefined, 50_000, undefined, undefined, undefined],
    ]);
  });

  it('says how the search goes on', () => {
    const { buy, scope } = openedAwards();
    buy(answer([rawRecord('a'), rawRecord('b')], { cursor: 77, hasMore: true }), {
      input: request({ take: 10 }),
    });
    expect(scope({ kind: 'search', searchId: 1 }).run?.next).toEqual({
      toolRef: 'operation:v1:award',
      input: { ...request({ take: 10 }), cursor: 77, skip: 2 },
    });
  });

  it.each([
    ['Nonstop', 'a'],
    ['non-stop', 'a'],
    ['direct', 'a'],
    ['Monday', 'a'],
    ['sat', 'b'],
    ['weekends', 'b'],
    ['March', 'a'],
    ['Mar 2027', 'a'],
    ['April 2028', ''],
    ['2027-04', 'b'],
    ['Mon, Mar 1, 2027', 'a'],
    ['Sat 3 Apr 2027', 'b'],
    ['3 April', 'b'],
    ['2027-03-01', 'a'],
    ['2027-03-01 london', 'a'],
    ['Star Alliance', 'a'],
    ['star alliance monday', 'a'],
    ['oneworld', 'b'],
    ['sky team', 'b'],
    ['ANA', 'a'],
    ['united airlines', 'a'],
    ['delta air lines', 'b'],
    ['Europe', 'ab'],
    ['north america', 'ab'],
    ['business', 'ab'],
    ['business class', 'ab'],
    ['premium economy', ''],
    ['31 February', ''],
  ])('finds “%s”, as people say it, in the text of a filter', (text, ids) => {
    const { buy, records } = openedAwards();
    const later = { Date: '2027-04-03', JDirect: false, JAirlines: 'BA', Source: 'delta' };
    const { runId } = buy(answer([rawRecord('a', { JAirlines: 'UA, NH' }), rawRecord('b', later)]));
    const { rows } = records({ scope: { kind: 'run', runId }, ...everything, filter: { text } });
    expect(rows.map(({ programme }) => (programme === 'united' ? 'a' : 'b')).join('')).toBe(ids);
  });

  it.each(['aeroplan', 'Aeroplan', 'AEROPLAN'])(
    'counts %s to its alliance, however it is spelled',
    (Source) => {
      const { buy, records } = openedAwards();
      const { runId } = buy(answer([rawRecord('a', { JAirlines: '', Source })]));
      const filter = { text: 'Star Alliance' };
      expect(records({ scope: { kind: 'run', runId }, ...everything, filter }).total).toBe(1);
    },
  );

  it('never lets a text from outside into the statement', () => {
    const { buy, records } = openedAwards();
    buy(answer([rawRecord("a'); DROP TABLE award_versions; --")]));
    const hostile = `' OR 1=1 --`;
    const none = records({
      scope: { kind: 'matching', origins: [hostile], destinations: [hostile] },
      ...everything,
      filter: { text: hostile, programmes: [hostile], airlines: [hostile], from: hostile },
    });
    expect(none.total).toBe(0);
    expect(records({ scope: { kind: 'search', searchId: 1 }, ...everything }).total).toBe(1);
  });
});

describe('building records anew', () => {
  it('changes nothing where an output cannot be read back, and says which', () => {
    const { buy, awards, outputs, searches } = openedAwards();
    const { purchaseId } = buy(answer([rawRecord('a')]));
    outputs.delete(purchaseId);
    expect(() => awards.rebuild()).toThrow(ContractFailure);
    expect(searches()[0]?.records).toBe(1);
  });

  it('takes up what a newer reading of the same outputs finds', () => {
    const { buy, awards, outputs, searches } = openedAwards();
    const { purchaseId } = buy(answer([rawRecord('a')]));
    outputs.set(purchaseId, answer([rawRecord('a'), rawRecord('b')]));
    expect(awards.rebuild()).toEqual({ pages: 1, records: 2 });
    expect(searches()[0]?.records).toBe(2);
  });
});
