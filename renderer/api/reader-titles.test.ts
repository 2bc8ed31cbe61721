import { afterEach, expect, it } from 'vitest';
import { SYSTEM_FORMATS, setFormats } from '#shared/formats.ts';
import { clientOver } from './client.ts';

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
