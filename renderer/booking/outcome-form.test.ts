import { expect, it } from 'vitest';
import { EMPTY_OUTCOME, namedWay, type OutcomeForm, readOutcome } from './outcome-form.ts';

const read = (change: Partial<OutcomeForm>) =>
  readOutcome({ ...EMPTY_OUTCOME, ...change }, Date.parse('2026-11-27T12:00:00Z'));

it('says nothing until something is chosen', () => {
  expect(read({ reference: 'ABC123' })).toBeNull();
});

it('says what was booked, with miles and taxes as people type them', () => {
  expect(read({ outcome: 'booked', reference: ' ABC123 ', miles: '58k', taxes: '182.40' })).toEqual({
    ok: true,
    said: {
      outcome: 'booked',
      reference: 'ABC123',
      miles: 58_000,
      taxes: expect.objectContaining({ currency: 'USD' }),
      heldUntil: null,
    },
  });
});

it.each([
  [{ outcome: 'booked', miles: 'many' }, 'miles'],
  [{ outcome: 'booked', taxes: 'some' }, 'taxes'],
  [{ outcome: 'booked', taxes: '5', currency: '' }, 'currency'],
  [{ outcome: 'held', until: '' }, 'until'],
  [{ outcome: 'held', until: '2027-02-31' }, 'until'],
  [{ outcome: 'held', until: '2027-02-20', untilTime: '25:00' }, 'untilTime'],
  [{ outcome: 'held', until: '2026-11-20' }, 'until'],
  [{ outcome: 'held', until: '2027-02-20', reference: 'x'.repeat(50) }, 'reference'],
] as const)('reports %j beside its field', (change, field) => {
  const found = read(change);
  expect(found?.ok === false && Object.keys(found.problems)).toEqual([field]);
});

it('names the shortest way with so few stops as the trip asks for, and none where nothing tells', () => {
  const direct = { minutes: 900, stops: 0 };
  const shorter = { minutes: 840, stops: 1 };
  const untimed = { minutes: null, stops: 0 };
  expect(namedWay([{ minutes: 1_300, stops: 1 }, direct], undefined)).toBe(1);
  expect(namedWay([shorter, direct], undefined)).toBe(0);
  expect(namedWay([shorter, direct], 0)).toBe(1);
  expect(namedWay([untimed], undefined)).toBe(0);
  expect(namedWay([untimed, untimed], undefined)).toBeNull();
  expect(namedWay([], undefined)).toBeNull();
});

it('asks which of several ways was taken, of what was booked or held alone', () => {
  const now = Date.parse('2026-11-27T12:00:00Z');
  const of = (change: Partial<OutcomeForm>, ways: number) =>
    readOutcome({ ...EMPTY_OUTCOME, ...change }, now, ways)?.ok;
  expect(of({ outcome: 'booked' }, 2)).toBe(false);
  expect(of({ outcome: 'booked', way: '1' }, 2)).toBe(true);
  expect(of({ outcome: 'booked' }, 1)).toBe(true);
  expect(of({ outcome: 'other_price' }, 2)).toBe(true);
});

it('takes a time of day with one digit of the hour', () => {
  const heldUntil = (untilTime: string) => {
    const found = read({ outcome: 'held', until: '2027-02-20', untilTime });
    return found?.ok === true ? found.said.heldUntil : null;
  };
  expect(heldUntil('9:30')).not.toBeNull();
  expect(heldUntil('9:30')).toBe(heldUntil('09:30'));
});

it('takes over only what the answer asks for', () => {
  expect(read({ outcome: 'not_there', reference: 'ABC', miles: 'x', taxes: 'y' })).toEqual({
    ok: true,
    said: { outcome: 'not_there', reference: '', miles: null, taxes: null, heldUntil: null },
  });
});
