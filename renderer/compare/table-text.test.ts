import { describe, expect, it } from 'vitest';
import { csvOf, tabbedOf } from './table-text.ts';

describe('a table as text', () => {
  it('quotes what CSV would misread', () => {
    expect(
      csvOf([
        ['a, b', 'say "x"', 'plain'],
        ['two\nlines', '', '1'],
      ]),
    ).toBe('"a, b","say ""x""",plain\r\n"two\nlines",,1\r\n');
  });

  it('never hands a spreadsheet a formula', () => {
    expect(csvOf([['=1+1', '@x', '-2', '+3', '2-1']])).toBe("'=1+1,'@x,'-2,'+3,2-1\r\n");
    expect(tabbedOf([['=cmd()', 'a\tb']])).toBe("'=cmd()\ta b");
  });
});
