import { afterEach, expect, it, vi } from 'vitest';
import airlines from '#shared/facts/airlines.json' with { type: 'json' };
import { setPacks } from '#shared/facts/in-use.ts';
import type { Pack } from '#shared/facts/pack.ts';
import { filterLabels } from './record-filters.ts';

afterEach(() => {
  setPacks([]);
  vi.useRealTimers();
});

it.each(['star', 'Oneworld direct', 'Lufthansa', 'london sky team'])(
  'the filter “%s” says beside the field that its names are past their date',
  (text) => {
    setPacks([{ ...(airlines as Pack), as_of: '2027-01-01', valid_until: '2027-02-01' }]);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(new Date('2027-02-01T12:00:00'));
    expect(filterLabels({ text })[0]?.words).toBe(`“${text}”`);
    vi.setSystemTime(new Date('2027-02-02T12:00:00'));
    expect(filterLabels({ text })[0]?.words).toMatch(/, as of .+, past its date$/u);
    expect(filterLabels({ text: '1 March' })[0]?.words).toBe('“1 March”');
  },
);
