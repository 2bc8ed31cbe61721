import { describe, expect, it, onTestFinished } from 'vitest';
import type { TimelineRun } from '#shared/contract/results.ts';
import { SYSTEM_FORMATS, setFormats } from '#shared/formats.ts';
import { MAX_SERIES, pointLabel, runLabels, seriesOf, unbroken } from './series.ts';

const run = (ranAt: number, destination: string, cheapest: number | null): TimelineRun => ({
  runId: ranAt,
  ranAt,
  origin: 'JFK',
  destination,
  cabin: 'business',
  cheapest,
  withSpace: cheapest === null ? 0 : 1,
  records: 1,
});

describe('the lines of a timeline', () => {
  it('are one for each route, oldest run first', () => {
    const { shown, left } = seriesOf([run(2, 'LHR', 60), run(1, 'LHR', 70), run(2, 'CDG', 50)]);
    expect(left).toBe(0);
    expect(shown.map(({ title }) => title)).toEqual(['JFK → Charles de Gaulle', 'JFK → Heathrow']);
    expect(shown[1]?.points.map(({ miles }) => miles)).toEqual([70, 60]);
  });

  it('have the same name as in the table where the service stated no airport', () => {
    expect(seriesOf([run(1, '', 50)]).shown[0]?.title).toBe('JFK → ?');
  });

  it('are one for each requested cabin, where there are several', () => {
    const inCabin = (cabin: string, miles: number) => ({ ...run(1, 'LHR', miles), cabin });
    const { shown } = seriesOf([inCabin('business', 60), inCabin('economy', 20), inCabin('', 30)]);
    expect(shown.map(({ title, points }) => [title, points.map(({ miles }) => miles)])).toEqual([
      ['JFK → Heathrow · any cabin', [30]],
      ['JFK → Heathrow · business', [60]],
      ['JFK → Heathrow · economy', [20]],
    ]);
  });

  it('leave out routes that never had miles, and count those that do not fit', () => {
    const many = 'ABCDEFGHI'
      .split('')
      .flatMap((name, place) => [run(1, name, 50), run(2, name, place < MAX_SERIES ? 50 : null)]);
    const { shown, left } = seriesOf([...many, run(1, 'ZZZ', null)]);
    expect(shown.map(({ title }) => title.at(-1))).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
    expect(left).toBe(3);
  });

  it('break where a run saw no award space', () => {
    const points = [10, null, 20, 30, null].map((miles, ranAt) => ({
      runId: ranAt,
      ranAt,
      miles,
      withSpace: 1,
    }));
    expect(points.map(pointLabel).slice(1, 3)).toEqual(['space, miles not given', '20']);
    expect(unbroken(points).map((piece) => piece.map(({ miles }) => miles))).toEqual([[10], [20, 30]]);
  });
});

describe('runs along an axis', () => {
  const at = (day: number, hour: number, minute = 0, second = 0) =>
    new Date(2026, 10, day, hour, minute, second).getTime();
  const labels = (times: readonly number[]) => {
    const { labelOf, title } = runLabels(times);
    return [...times.map(labelOf), title];
  };

  it('are labelled by their day', () => {
    expect(labels([at(19, 9), at(20, 9)])).toEqual(['19 Nov 2026', '20 Nov 2026', 'run']);
    expect(labels([at(19, 9)])).toEqual(['19 Nov 2026', 'run']);
  });

  it('are distinguished by the time where several are of one day', () => {
    expect(labels([at(19, 9), at(20, 9, 5), at(20, 16)])).toEqual([
      '19 Nov 2026',
      '20 Nov 2026 09:05',
      '20 Nov 2026 16:00',
      'run',
    ]);
    expect(labels([at(20, 9, 5), at(20, 16)])).toEqual(['09:05', '16:00', 'run on 20 Nov 2026']);
    expect(labels([at(20, 9, 5, 1), at(20, 9, 5, 40)])).toEqual([
      '09:05:01',
      '09:05:40',
      'run on 20 Nov 2026',
    ]);
  });

  it('show the time in the reader’s format', () => {
    onTestFinished(() => setFormats(SYSTEM_FORMATS, 'en-GB'));
    setFormats(SYSTEM_FORMATS, 'en-US');
    const plain = labels([at(20, 9, 5), at(20, 16)]).map((label) => label.replace(/\s/gu, ' '));
    expect(plain).toEqual(['9:05 AM', '4:00 PM', 'run on Nov 20, 2026']);
  });
});
