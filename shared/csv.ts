/** Tables as CSV, for the spreadsheet of whoever reads the file. Pure. */

/** What separates cells, and the sign of decimals, as spreadsheets expect it in one region or another. */
const STYLES = {
  comma: { separator: ',', decimal: '.' },
  semicolon: { separator: ';', decimal: ',' },
  'semicolon, point': { separator: ';', decimal: '.' },
  tab: { separator: '\t', decimal: '.' },
  'tab, comma': { separator: '\t', decimal: ',' },
} as const;
/** `comma` is RFC 4180, which programs read everywhere. */
export type CsvStyle = keyof typeof STYLES;
export const CSV_STYLES = Object.keys(STYLES) as readonly CsvStyle[];

/** What makes a cell a formula, also in the wide forms of East Asian keyboards. */
const FORMULA = /[=+\-@＝＋－＠]/u;
/** Between cells, in any spreadsheet's settings. */
const SEPARATORS = new Set([',', ';', '\t', '|', '\r', '\n']);
/** What a spreadsheet may drop before it decides whether a cell is a formula. */
const isBlank = (character: string): boolean => character === '"' || character.trim() === '';

/**
 * A text that no spreadsheet runs, whichever character it splits at: an apostrophe stands before each formula, at the
 * beginning and after every separator within the text. In one pass, because the text may be foreign and long.
 */
export function disarmed(text: string): string {
  if (!FORMULA.test(text) && !/^[\t\r\n]/u.test(text)) return text;
  let written = /^[\t\r\n]/u.test(text) ? "'" : '';
  let pending = '';
  let isStart = true;
  for (const character of text) {
    if (SEPARATORS.has(character)) {
      written += pending + character;
      pending = '';
      isStart = true;
    } else if (isStart && isBlank(character)) pending += character;
    else {
      const isFormula = isStart && FORMULA.test(character);
      written += `${isFormula ? "'" : ''}${pending}${character}`;
      pending = '';
      isStart = false;
    }
  }
  return written + pending;
}

/** Longest text that a spreadsheet could take for a number, a date, a time or a truth value. */
const LONGEST_READ_AS_VALUE = 40;
/** Digits that a spreadsheet's number holds. */
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,14})$/u;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]{8,12}Z)?$/u;
const LIKE_A_NUMBER = /^[\d\s.,:;/\\'’eEdD+\-−%\p{Sc}()٫٬年月日時时分秒]*$/u;
const LIKE_A_TIME = /^\s*\d{1,2}(?:[:.]\d{2}){0,2}\s*[ap]\.?m?\.?\s*$/iu;
/** Truth values, which a spreadsheet reads in its own language, and its errors. */
const TRUTH =
  /^\s*(?:#(?:n\/a|ref!|value!|name\?|num!|null!|div\/0!)|true|false|wahr|falsch|vrai|faux|vero|falso|verdader[oa]|verdadeiro|waar|onwaar|sant|falskt?|sand|tosi|epätosi|prawda|fałsz|истина|ложь|doğru|yanlış)\s*$/iu;
/** Months by their first letters in the languages that write them in Latin or Cyrillic letters. */
const LIKE_A_MONTH =
  /^[\d\s./-]*(?:jan|ene|gen|feb|fev|fév|mar|mär|maa|apr|abr|avr|may|mai|maj|mag|mei|jun|jui|giu|jul|lug|aug|ago|aoû|sep|set|oct|okt|out|ott|nov|dec|dez|déc|dic|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)\p{L}{0,7}[\d\s.,/-]*$/iu;

/**
 * Whether a spreadsheet would write a text otherwise than it came: `00012345`, `1E5`, `12345678901234567890`, `3-4`,
 * `MAR1`, `2 PM`, `TRUE`. Days and times in ISO 8601 are meant to be read as such.
 */
function isMangled(text: string): boolean {
  if (text.length > LONGEST_READ_AS_VALUE || WHOLE_NUMBER.test(text) || ISO_TIME.test(text)) return false;
  // Digits of any script are read as others.
  const plain = text.normalize('NFKC').replace(/\p{Nd}/gu, '0');
  if (TRUTH.test(plain)) return true;
  return (
    /\d/u.test(plain) && (LIKE_A_NUMBER.test(plain) || LIKE_A_TIME.test(plain) || LIKE_A_MONTH.test(plain))
  );
}

/** A figure as its exact decimal digits, which no JavaScript number could represent: `{ exact: '-0.022000' }`. */
export type ExactFigure = { readonly exact: string };

type Cell = string | number | ExactFigure;

/**
 * RFC 4180: lines end with CRLF, and every text is quoted, with its quotes doubled. A text that a spreadsheet would run
 * or change has an apostrophe before it; figures, even negative ones, are as they are, with the style's decimal sign.
 */
export function csvOf(rows: readonly (readonly Cell[])[], style: CsvStyle = 'comma'): string {
  const { separator, decimal } = STYLES[style];
  const field = (cell: Cell): string => {
    if (cell === '') return '';
    if (typeof cell !== 'string') {
      const digits = typeof cell === 'number' ? String(cell) : cell.exact;
      return digits.replace('.', decimal);
    }
    const safe = disarmed(cell);
    return `"${(safe === cell && isMangled(cell) ? `'${cell}` : safe).replaceAll('"', '""')}"`;
  };
  return rows.map((row) => `${row.map(field).join(separator)}\r\n`).join('');
}

/** A figure in JSON: its digits as text, which loses none. */
export const plainFact = <Other>(fact: Other | ExactFigure): Other | string =>
  typeof fact === 'object' && fact !== null && 'exact' in fact ? fact.exact : fact;

/** A fact as a file writes it; null where it is not known. */
export type Fact = string | number | boolean | null | readonly string[];

/** A fact as a cell: empty where it is not known; a list is joined with commas. */
export function factCell(fact: Fact | ExactFigure): Cell {
  if (fact === null) return '';
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no';
  return typeof fact === 'object' && !('exact' in fact) ? fact.join(', ') : fact;
}

/** Marks a text as UTF-8 for spreadsheets. */
export const UTF8_MARK = '\ufeff';

/** A file of facts under their names. */
export const factsCsv = (
  names: readonly string[],
  rows: readonly (readonly (Fact | ExactFigure)[])[],
  style: CsvStyle = 'comma',
): string => `${UTF8_MARK}${csvOf([names, ...rows.map((row) => row.map(factCell))], style)}`;
