import { expect, it } from 'vitest';
import { emptyReason } from './empty-reason.ts';

const CACHED_NOTHING = 'nothing cached';

it('says that nothing is cached only of a complete answer without a row that is set aside', () => {
  for (const exhausted of [true, false, null])
    for (const broken of [0, 1, 40]) {
      const words = emptyReason({ broken, run: { exhausted, broken } });
      expect(words.includes(CACHED_NOTHING)).toBe(exhausted === true && broken === 0);
    }
  expect(emptyReason({ broken: 0, run: null })).not.toContain(CACHED_NOTHING);
});
