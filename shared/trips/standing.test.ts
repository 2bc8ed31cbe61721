import { describe, expect, it } from 'vitest';
import type { ChosenRecord } from '../contract/trips.ts';
import { isWebAddress } from '../web-address.ts';
import { changesSince, type LaterRun, standingOf } from './standing.ts';
import { chosenRecord } from './testing/chosen-record.ts';

const run = (change: Partial<LaterRun> = {}): LaterRun => ({
  runId: 2,
  ranAt: 3000,
  pages: 1,
  records: 40,
  exhausted: true,
  unreadable: false,
  provesRemoved: true,
  ...change,
});
const seen = (change: Partial<ChosenRecord> = {}) => ({
  row: chosenRecord(change),
  run: run({ runId: 1 }),
});

describe('how a chosen record stands', () => {
  it('is unknown where no later run covers it', () => {
    expect(standingOf(chosenRecord(), seen(), [])).toMatchObject({
      state: 'not_run_again',
      lastSeenAt: 1000,
    });
  });

  it('is as it was chosen, or changed, where a later run has it', () => {
    expect(standingOf(chosenRecord(), seen({ seenAt: 2000 }), []).state).toBe('as_chosen');
    expect(standingOf(chosenRecord(), seen({ seenAt: 2000, miles: 60_000, seats: 1 }), [])).toMatchObject({
      state: 'changed',
      changes: ['cheaper', 'fewer_seats'],
    });
  });

  it('is removed only where a later run is complete', () => {
    expect(standingOf(chosenRecord(), seen(), [run()])).toMatchObject({
      state: 'removed',
      run: { runId: 2 },
    });
    expect(standingOf(chosenRecord(), seen(), [run({ exhausted: false, provesRemoved: false })]).state).toBe(
      'not_found_so_far',
    );
    expect(standingOf(chosenRecord(), seen(), [run({ exhausted: null, provesRemoved: false })]).state).toBe(
      'not_found_so_far',
    );
    // A newer run that was cut short does not take back what a complete one showed.
    const cut = run({ runId: 3, ranAt: 4000, exhausted: false, provesRemoved: false });
    expect(standingOf(chosenRecord(), seen(), [run(), cut])).toMatchObject({
      state: 'removed',
      run: { runId: 2 },
    });
  });

  it('is unreadable where it came again but violated the contract, and not stored where nothing of it is here', () => {
    const broken = run({ runId: 3, ranAt: 4000, unreadable: true, provesRemoved: false });
    expect(standingOf(chosenRecord(), seen(), [run(), broken]).state).toBe('unreadable');
    expect(standingOf(chosenRecord(), null, []).state).toBe('not_stored');
  });

  it('names every kind of change', () => {
    const to = (change: Partial<ChosenRecord>) => changesSince(chosenRecord(), chosenRecord(change));
    expect(to({})).toEqual([]);
    expect(to({ available: false })).toEqual(['space_removed']);
    expect(changesSince(chosenRecord({ available: false }), chosenRecord())).toEqual(['space_back']);
    expect(to({ miles: 80_000 })).toEqual(['dearer']);
    expect(to({ miles: null })).toEqual(['miles']);
    expect(to({ seats: 4 })).toEqual(['more_seats']);
    expect(to({ seats: null })).toEqual(['seats']);
    expect(to({ direct: false, airlines: 'BA', dateText: '2027-03-02' })).toEqual([
      'direct',
      'airlines',
      'date',
    ]);
  });
});

it.each([
  ['https://example.org/a?b#c', true],
  ['http://example.org', true],
  ['HTTPS://example.org', true],
  ['javascript:alert(1)', false],
  ['file:///etc/passwd', false],
  ['https://me@example.org/', false],
  ['//example.org', false],
  ['data:text/html,x', false],
  ['', false],
])('the address %j can be a link: %s', (text, can) => {
  expect(isWebAddress(text)).toBe(can);
});
