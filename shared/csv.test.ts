import { describe, expect, it } from 'vitest';
import { CSV_STYLES, csvOf, disarmed, factsCsv } from './csv.ts';
import { costHere } from './testing/cost-here.ts';

describe('a table as CSV', () => {
  it('quotes every text, and no figure', () => {
    expect(
      csvOf([
        ['a, b', 'say "x"', 'plain', 7],
        ['two\nlines', '', '1', -73.7],
      ]),
    ).toBe('"a, b","say ""x""","plain",7\r\n"two\nlines",,"1",-73.7\r\n');
  });

  it('has the separator and the decimal sign of its style', () => {
    const row = [['a;b', 1234.5, { exact: '-0.022000' }]];
    expect(Object.fromEntries(CSV_STYLES.map((style) => [style, csvOf(row, style)]))).toEqual({
      comma: '"a;b",1234.5,-0.022000\r\n',
      semicolon: '"a;b";1234,5;-0,022000\r\n',
      'semicolon, point': '"a;b";1234.5;-0.022000\r\n',
      tab: '"a;b"\t1234.5\t-0.022000\r\n',
      'tab, comma': '"a;b"\t1234,5\t-0,022000\r\n',
    });
    expect(factsCsv(['a', 'b'], [[['x', 'y'], 0.5]], 'semicolon')).toBe('\ufeff"a";"b"\r\n"x, y";0,5\r\n');
  });

  it('never gives a spreadsheet a formula, whichever character it splits at', () => {
    expect(csvOf([['=1+1', '@x', '-2', '+3', '\n=1', '＝1']])).toBe(
      `"'=1+1","'@x","'-2","'+3","'\n'=1","'＝1"\r\n`,
    );
    expect(disarmed('a;=1+1')).toBe("a;'=1+1");
    expect(disarmed('note\n- one\n- two')).toBe("note\n'- one\n'- two");
    expect(disarmed('x", "=cmd')).toBe(`x",' "=cmd`);
    for (const text of ['a - b', 'one, two', 'https://example.org/?a=1', '2-1'])
      expect(disarmed(text)).toBe(text);
  });

  it('marks what a spreadsheet would change, and nothing that it shows as it came', () => {
    const changed = [
      '1E5',
      '00012345',
      '12345678901234567890',
      '3-4',
      '1/2',
      '12:30',
      '1.50',
      '1,5',
      '50%',
      'MAR1',
      '1-Sep',
      'Sept 2',
      'dez1',
      'TRUE',
      'WAHR',
      'Faux',
      '2 PM',
      '10:30 am',
      '3月4日',
      '００１２３',
      '٠٠١٢٣',
      '०५-१२',
      'false',
      '+41791234567',
      '−5',
      '₹500',
      '٣٫٥',
      '1 янв',
      'мар 5',
      '#N/A',
      '#REF!',
    ];
    for (const text of changed) expect(csvOf([[text]])).toBe(`"'${text}"\r\n`);
    for (const text of [
      '70000',
      '0',
      'BA 178',
      'мама 5 раз',
      '#1 choice',
      'record-1',
      '2027-03-01',
      '2027-03-01T10:11:12.000Z',
      'id1',
      '',
    ])
      expect(csvOf([[text]])).toBe(text === '' ? '\r\n' : `"${text}"\r\n`);
  });

  it('takes no longer than its length for text that is all separators and blanks', () => {
    const cost = (length: number) => {
      const long = `${'\t ,;" '.repeat(length)}=`;
      return costHere(() => expect(disarmed(long).endsWith('\'" =')).toBe(true));
    };
    cost(1_000);
    // Ten times as long a text would cost a hundred times as much if each blank were looked at again and again.
    expect(cost(200_000)).toBeLessThan(30 * Math.max(cost(20_000), 1));
  });
});
