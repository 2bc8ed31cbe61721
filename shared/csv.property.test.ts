import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CSV_STYLES, csvOf } from './csv.ts';
import { propertyRuns } from './testing/property-runs.ts';
import { proves } from './testing/proves.ts';

const character = fc.constantFrom(...'=+-@＝;,|\t\r\n"\' a1eE0.:/');
const text = fc.oneof(fc.string({ unit: character, maxLength: 12 }), fc.string({ maxLength: 12 }));

/** What a spreadsheet reads: cells split at one character, quoted where a cell begins with a quote. */
function cellsOf(csv: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < csv.length; at++) {
    const character = csv.charAt(at);
    if (quoted && character === '"' && csv.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (!quoted && (character === separator || character === '\r' || character === '\n')) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}

it('no text becomes a formula in a spreadsheet that splits at any separator, quoted or not', () => {
  let guarded = 0;
  proves(
    0.45,
    [fc.array(text, { minLength: 1, maxLength: 4 }), fc.constantFrom(...CSV_STYLES)],
    (row, style) => {
      const csv = csvOf([row], style);
      for (const separator of [',', ';', '\t', '|'])
        for (const cell of [...cellsOf(csv, separator), ...csv.split(separator)])
          expect(cell.replace(/^[\s"]+/u, '')).not.toMatch(/^[=+\-@＝]/u);
      if (csv.includes("'")) guarded += 1;
      return csv.includes("'");
    },
    { numRuns: propertyRuns(500, 20_000) },
  );
  expect(guarded).toBeGreaterThan(propertyRuns(100, 4_000));
});

it('a reader that splits as the file does reads every text, with at most apostrophes more', () => {
  const separators = { comma: ',', semicolon: ';', 'semicolon, point': ';', tab: '\t', 'tab, comma': '\t' };
  proves(
    0.45,
    [fc.array(text, { minLength: 1, maxLength: 4 }), fc.constantFrom(...CSV_STYLES)],
    (row, style) => {
      const read = cellsOf(csvOf([row], style), separators[style]).slice(0, row.length);
      const plain = (cell: string) => cell.replaceAll("'", '');
      expect(read.map(plain)).toEqual(row.map(plain));
      return row.some((cell) => /[,;\t"\r\n]/u.test(cell));
    },
    { numRuns: propertyRuns(500, 20_000) },
  );
});
