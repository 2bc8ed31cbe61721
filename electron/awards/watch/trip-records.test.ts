import { describe, expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { standingOf } from '#shared/trips/standing.ts';
import { request, storeAwards } from '../testing/stored-awards.ts';

const MARCH = request({ start_date: '2027-03-01', end_date: '2027-03-31' });

/** Awards with one record chosen from a first run; returns its state after later runs. */
async function chosenFrom(first = request(MARCH)) {
  const stored = storeAwards();
  stored.buy(answer([rawRecord('a'), rawRecord('b')]), { input: first, at: 1000 });
  const [search] = await stored.awards.handlers.searches(undefined);
  const { rows } = await stored.awards.handlers.records({
    scope: { kind: 'search', searchId: search?.searchId ?? 0 },
    filter: {},
    sort: [],
    offset: 0,
    limit: 1,
  });
  const [chosen] = await stored.awards.recordsToStore([rows[0]?.versionId ?? 0]);
  if (chosen === undefined) throw new Error('nothing to choose');
  return {
    ...stored,
    chosen,
    standing: async () => {
      const [found] = await stored.awards.currentRecords([chosen.key]);
      return standingOf(
        chosen.row,
        found === null || found === undefined ? null : { row: found.row, run: found.run },
        found?.later ?? [],
      );
    },
  };
}

describe('a record that was chosen', () => {
  it('is known by what survives a rebuild', async () => {
    const { chosen, awards, standing } = await chosenFrom();
    expect(chosen.key).toEqual({ identity: 'demo', cabin: 'business', recordKey: 'a' });
    awards.rebuild();
    expect((await standing()).state).toBe('not_run_again');
  });

  it('is there as it was, or changed, where the same search has it again', async () => {
    const { buy, standing } = await chosenFrom();
    buy(answer([rawRecord('a')]), { input: MARCH, at: 2000 });
    expect(await standing()).toMatchObject({ state: 'as_chosen', lastSeenAt: 2000 });
    buy(answer([rawRecord('a', { JMileageCost: '80000', JRemainingSeats: 1 })]), { input: MARCH, at: 3000 });
    expect(await standing()).toMatchObject({ state: 'changed', changes: ['dearer', 'fewer_seats'] });
  });

  it('is not removed for a run that began behind it, and is removed for one that came later, whatever the clock said', async () => {
    const { buy, standing } = await chosenFrom();
    buy(answer([rawRecord('c')]), { input: { ...MARCH, skip: 5 }, at: 2000 });
    expect(await standing()).toMatchObject({ state: 'not_found_so_far', run: { exhausted: false } });
    buy(answer([rawRecord('b')]), { input: MARCH, at: 500 });
    expect(await standing()).toMatchObject({ state: 'removed', run: { ranAt: 500 } });
  });

  it('is removed where a later complete run is without it, and not before', async () => {
    const { buy, standing } = await chosenFrom();
    const { runId } = buy(answer([rawRecord('b')], { hasMore: true }), { input: MARCH, at: 2000 });
    expect(await standing()).toMatchObject({
      state: 'not_found_so_far',
      run: { runId, pages: 1, records: 1, exhausted: false },
    });
    buy(answer([rawRecord('c')]), { input: { ...MARCH, skip: 1, cursor: 1 }, runId, at: 2100 });
    expect(await standing()).toMatchObject({ state: 'removed', run: { runId, pages: 2, exhausted: true } });
    // Returned again, it is available again.
    buy(answer([rawRecord('a')]), { input: MARCH, at: 3000 });
    expect((await standing()).state).toBe('as_chosen');
  });

  it('is not removed for a run after it departed', async () => {
    const { buy, standing } = await chosenFrom();
    const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);
    buy(answer([rawRecord('b', { Date: '2027-03-09' })]), { input: MARCH, at: noon('2027-03-02') });
    expect(await standing()).toMatchObject({ state: 'not_run_again', changes: [] });
    buy(answer([rawRecord('b', { Date: '2027-03-09' })]), { input: MARCH, at: noon('2027-03-01') });
    buy(answer([rawRecord('b', { Date: '2027-03-09' })]), { input: MARCH, at: noon('2027-03-03') });
    expect(await standing()).toMatchObject({ state: 'removed', run: { ranAt: noon('2027-03-01') } });
  });

  it('is judged by other searches only where they must have had it', async () => {
    const { buy, standing } = await chosenFrom();
    const others = [
      request({ start_date: '2027-04-01', end_date: '2027-04-30' }),
      request({ origin_airport: 'EWR', start_date: '2027-03-01', end_date: '2027-03-31' }),
      request({ cabin: 'economy', start_date: '2027-03-01', end_date: '2027-03-31' }),
      request({ carriers: 'BA', start_date: '2027-03-01', end_date: '2027-03-31' }),
      request({ start_date: '2027-03-01' }),
    ];
    others.forEach((input, place) => {
      buy(answer([]), { input, at: 2000 + place });
    });
    expect((await standing()).state).toBe('not_run_again');
    const wider = request({
      origin_airport: 'EWR,JFK',
      only_direct_flights: true,
      start_date: '2027-02-01',
      end_date: '2027-03-05',
    });
    const { runId } = buy(answer([]), { input: wider, at: 3000 });
    expect(await standing()).toMatchObject({ state: 'removed', run: { runId } });
  });

  it('is judged by its own search even where that names no dates', async () => {
    const { buy, standing } = await chosenFrom(request());
    buy(answer([rawRecord('b')]), { input: request(), at: 2000 });
    expect((await standing()).state).toBe('removed');
  });

  it('is removed for a run that read all of its day in the order of dates, and not for one with an unreadable ID', async () => {
    const inOrder = await chosenFrom();
    const later = rawRecord('z', { Date: '2027-03-02' });
    inOrder.buy(answer([later], { hasMore: true }), { input: MARCH, at: 2000 });
    expect(await inOrder.standing()).toMatchObject({ state: 'removed', run: { exhausted: false } });
    const nameless = await chosenFrom();
    nameless.buy(answer([{ ...rawRecord('a'), ID: 7 }]), { input: MARCH, at: 2000 });
    expect(await nameless.standing()).toMatchObject({ state: 'not_found_so_far', run: { exhausted: true } });
  });

  it('is said to have come back unreadable where its row breaks the contract', async () => {
    const { buy, standing } = await chosenFrom();
    buy(answer([{ ...rawRecord('a'), JMileageCost: 70000 }]), { input: MARCH, at: 2000 });
    expect((await standing()).state).toBe('unreadable');
  });

  it('is not stored where another marketplace or cabin has one of that ID', async () => {
    const { awards } = await chosenFrom();
    const keys = [
      { identity: 'elsewhere', cabin: 'business', recordKey: 'a' },
      { identity: 'demo', cabin: 'first', recordKey: 'a' },
      { identity: 'demo', cabin: 'business', recordKey: 'z' },
    ];
    expect(await awards.currentRecords(keys)).toEqual([null, null, null]);
  });
});
