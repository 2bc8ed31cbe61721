import { afterEach, expect, it } from 'vitest';
import { SYSTEM_FORMATS, setFormats } from '#shared/formats.ts';
import { clientOver } from './client.ts';
import { daysForReader } from './reader-titles.ts';

afterEach(() => setFormats(SYSTEM_FORMATS, 'en-GB'));

it('dates in names of searches follow the reader’s order, wherever an answer contains them', async () => {
  setFormats(SYSTEM_FORMATS, 'en-US');
  const title = 'London to Tokyo · business · 1 to 28 Feb 2027 · direct only';
  const answer = {
    title: `${title} + Berlin to Rome · any cabin · from 2 Mar 2027`,
    note: title,
    searches: [{ title, criteria: { start_date: '2027-02-01' } }, { title: 'Spring in London' }, null],
  };
  const api = clientOver({ call: async () => ({ ok: true, value: answer }), listen: () => () => {} });
  const written = 'London to Tokyo · business · Feb 1 to 28, 2027 · direct only';
  expect(await api.about.read()).toEqual({
    title: `${written} + Berlin to Rome · any cabin · from Mar 2, 2027`,
    note: title,
    searches: [
      { title: written, criteria: { start_date: '2027-02-01' } },
      { title: 'Spring in London' },
      null,
    ],
  });
});

it('rewrites days of the main process in the reader’s order, and leaves all other text', () => {
  setFormats(SYSTEM_FORMATS, 'en-US');
  expect(
    [
      '1 Mar 2027',
      '1 to 31 Mar 2027',
      '28 Feb to 3 Mar 2027',
      '30 Dec 2026 to 2 Jan 2027',
      'from 1 Mar 2027',
      'until 31 Mar 2027',
      'any date',
      '31 Feb 2027',
      'London to Tokyo',
      'since 1 Mar 2027',
    ].map(daysForReader),
  ).toEqual([
    'Mar 1, 2027',
    'Mar 1 to 31, 2027',
    'Feb 28 to Mar 3, 2027',
    'Dec 30, 2026 to Jan 2, 2027',
    'from Mar 1, 2027',
    'until Mar 31, 2027',
    'any date',
    '31 Feb 2027',
    'London to Tokyo',
    'since 1 Mar 2027',
  ]);
  setFormats(SYSTEM_FORMATS, 'sv-SE');
  expect(daysForReader('1 to 31 Mar 2027')).toBe('2027-03-01 to 2027-03-31');
  setFormats(SYSTEM_FORMATS, 'en-GB');
  expect(daysForReader('1 to 31 Mar 2027')).toBe('1 to 31 Mar 2027');
});
