/** What hostile inputs are made of: pieces that are repeated until an input is as large as it may be. */
import fc from 'fast-check';

/** Of JSON and of what is escaped in it. */
const PIECES = [
  ...[
    '[',
    '[],',
    '{"a":',
    '{},',
    '"a":1,',
    '"a",',
    '1,',
    '1 ',
    '9',
    '1e9,',
    ' ',
    '\n',
    '"',
    '/',
    'a',
    'ß',
    '<b>',
  ],
  ...['\\\\', '\\u0000', '\\ud800', '\\u002f', '%2F', '&#47;', '"__proto__":{},', '"constructor":[],'],
  ...[
    '"a%N%":1,',
    '"%N%":1,',
    '"%N%0000000":[],',
    '"a%N%",',
    '%N%,',
    '1e-%N%,',
    '{"b%N%":{"c%N%":0}},',
    '"\\u202e%N%",',
  ],
  ...['"JFK",', '{"id":"a","at":1},', ';=1+1,'],
];

/** One to three pieces, of these and of `own`, in a row. */
export const pieces = (own: readonly string[] = []): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...PIECES, ...own, ...own), { minLength: 1, maxLength: 3 })
    .map((some) => some.join(''));

/** As many whole repetitions as there is room for: a piece that is cut makes whatever holds it unreadable. */
export function repeated(piece: string, bytes: number): Buffer {
  if (piece.includes('%N%')) {
    const [first = '', ...rest] = piece.split('%N%');
    const count = Math.floor(bytes / (piece.length + 5 * rest.length));
    return Buffer.from(
      Array.from({ length: count }, (_, at) => first + rest.map((part) => at + part).join('')).join(''),
    );
  }
  const one = Buffer.from(piece === '' ? ' ' : piece);
  return Buffer.alloc(bytes - (bytes % one.length), one);
}
