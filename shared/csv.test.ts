import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

describe('a table as CSV', () => {
  it('quotes ambiguous cells', () => {
    expect(
      csvOf([
        ['a, b', 'say "x"', 'plain'],
        ['two\nlines', '', '1'],
      ]),
    ).toBe('"a, b","say ""x""",plain\r\n"two\nlines",,1\r\n');
  });

  it('never gives a spreadsheet a formula', () => {
    expect(csvOf([['=1+1', '@x', '-2', '+3', '2-1', '\n=1']])).toBe("'=1+1,'@x,'-2,'+3,2-1,\"'\n=1\"\r\n");
  });

  it('leaves a negative number unchanged', () => {
    expect(csvOf([[-73.7, '-73.7', { exact: '-0.022000' }]])).toBe("-73.7,'-73.7,-0.022000\r\n");
  });
});
