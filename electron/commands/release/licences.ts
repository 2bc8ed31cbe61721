/** SPDX names of licences whose works may be bundled with an MIT-licensed program. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** Splits at a word outside parentheses. */
function splitAt(expression: string, word: 'OR' | 'AND'): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part: string[] = [];
  for (const token of expression.match(/\(|\)|[^\s()]+/gu) ?? []) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === word && depth === 0) {
      parts.push(part.join(' '));
      part = [];
    } else part.push(token);
  }
  return [...parts, part.join(' ')];
}

/**
 * Whether a work under this SPDX expression may be bundled: `OR` needs one allowed part, `AND` all of them. An exception
 * (`WITH`) or an unknown name is not allowed.
 */
export function mayBeBundled(expression: string): boolean {
  const plain = expression.trim();
  if (ALLOWED.has(plain)) return true;
  const alternatives = splitAt(plain, 'OR');
  if (alternatives.length > 1) return alternatives.some(mayBeBundled);
  const parts = splitAt(plain, 'AND');
  if (parts.length > 1) return parts.every(mayBeBundled);
  const inner = /^\((.*)\)$/u.exec(plain)?.[1];
  return inner !== undefined && mayBeBundled(inner);
}
