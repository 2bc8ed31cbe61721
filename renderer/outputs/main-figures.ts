/**
 * An output in a few figures, shown before its lists and nested parts. Pure, and bounded: outputs come from the
 * service.
 */

import { formatDecimal } from '#shared/formats.ts';
import { isObject } from '#shared/json.ts';

export type Figure = { name: string; value: string };

type Json = Record<string, unknown>;

const MAX_FIGURES = 6;
/** A longer text is to be read, and is not a figure. */
const LONGEST_TEXT = 60;
/** Members about where and when an answer was made. */
const ASIDE =
  /(?:^|_)(?:id|ref|reference|cursor|count|hasmore|version|generated|request|timestamp|schema)(?:_|$|at$)/iu;
/** Members that only wrap the output. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'data',
  'result',
  'output',
  'estimate',
  'summary',
  'total',
  'totals',
]);

/** A member's name as words: `totalKgCo2` and `total_kg_co2` are "Total kg co2". */
export function nameOf(member: string): string {
  const words = member
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? member : `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) {
    const text = String(value);
    return /^-?\d+(?:\.\d+)?$/.test(text) ? formatDecimal(text) : text;
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && value !== '' && value.length <= LONGEST_TEXT) return value;
  return null;
}

function figuresIn(object: Json): { figure: Figure; isNumber: boolean }[] {
  return Object.entries(object).flatMap(([member, value]) => {
    const text = ASIDE.test(member.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')) ? null : textOf(value);
    return text === null
      ? []
      : [{ figure: { name: nameOf(member), value: text }, isNumber: typeof value === 'number' }];
  });
}

/**
 * The main figures of an output: numbers first, then short texts, of the output and of what it wraps; none of a list.
 */
export function mainFigures(output: unknown): Figure[] {
  if (!isObject(output)) return [];
  const inner = Object.entries(output).flatMap(([member, value]) =>
    WRAPPERS.has(member.toLowerCase()) && isObject(value) ? [value] : [],
  );
  const found = [output, ...inner].flatMap(figuresIn);
  return [...found.filter(({ isNumber }) => isNumber), ...found.filter(({ isNumber }) => !isNumber)]
    .slice(0, MAX_FIGURES)
    .map(({ figure }) => figure);
}
