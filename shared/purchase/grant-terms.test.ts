import { expect, it } from 'vitest';
import { grantTerms } from './grant-terms.ts';

it('says which pages a permission reads, and how often', () => {
  expect(grantTerms({ pages: 6, everyHours: 144 })).toBe('every 6 days, all pages, at most 6');
  expect(grantTerms({ pages: 1, everyHours: 24 })).toBe('every day, the first page');
  expect(grantTerms({ pages: 2, everyHours: 36 })).toBe('every 36 hours, all pages, at most 2');
  expect(grantTerms({ pages: 2, everyHours: 1 })).toBe('every hour, all pages, at most 2');
});
