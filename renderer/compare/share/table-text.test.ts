import { expect, it } from 'vitest';
import { tabbedOf } from './table-text.ts';

it('a table to paste keeps its cells, and never hands a spreadsheet a formula', () => {
  expect(tabbedOf([['=cmd()', 'a\tb']])).toBe("'=cmd()\ta b");
});
