/** Whatever an answer holds where a name, a kind, a reference or an amount belongs: it is read in no time, and cut. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costHere, slownessHere } from '#shared/testing/cost-here.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import { TIME_BUDGET_MS } from '../../log/time-budget.ts';
import { LONGEST_TEXT } from '../answers/reading.ts';
import { readAnswer } from './read-answer.ts';
import { ANSWERS, type AnswerRole } from './vocabulary.ts';

const MB = 1_000_000;
const ROLES = Object.keys(ANSWERS) as AnswerRole[];

/** Made where it is used: fast-check would copy and print it. */
const VALUES: Readonly<Record<string, () => unknown>> = {
  ...Object.fromEntries(
    ['x', '\u202e', '\u200b', 'a_', '1 ', '“', '\ud800'].map((piece) => [
      `text of ${JSON.stringify(piece)}`,
      () => piece.repeat((8 * MB) / piece.length),
    ]),
  ),
  'a list of numbers': () => Array.from({ length: MB }, () => 1),
  'a list of lists': () => Array.from({ length: MB }, () => []),
  'long names': () =>
    Object.fromEntries(Array.from({ length: 990 }, (_, at) => ['X_'.repeat(15_000) + at, at % 2])),
  'many names': () => Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`A_${at}`, null])),
};
const NAMES = [
  ...['kind', 'status', 'items', 'data', 'callRef', 'call_ref', 'state', 'title', 'price', 'charge', 'usage'],
  ...[
    'receipt',
    'total',
    'chargedAmount',
    'currency',
    'amount',
    'quote',
    'quoteRef',
    'tool',
    'code',
    'output',
  ],
];
const place = fc.tuple(
  fc.constantFrom(...NAMES),
  fc.constantFrom('', ...NAMES),
  fc.constantFrom(...Object.keys(VALUES)),
);
const kind = fc.constantFrom({}, { kind: 'completed' }, { kind: 'quote' }, { kind: 'found', callRef: 'a' });

const made = new Map<string, unknown>();
function hostile(what: string): unknown {
  if (!made.has(what)) made.set(what, VALUES[what]?.());
  return made.get(what);
}

/** The texts that were read, without what is passed on as it came. */
function textsIn(read: unknown): string[] {
  if (typeof read === 'string') return [read];
  if (typeof read !== 'object' || read === null) return [];
  return Object.entries(read).flatMap(([name, inner]) =>
    ['raw', 'more', 'misfits', 'output', 'at', 'outputAt', 'beside'].includes(name) ? [] : textsIn(inner),
  );
}

test('an answer of any role is read in no time, whatever stands in it and however large', () => {
  const budget = TIME_BUDGET_MS * slownessHere();
  proves(
    0.5,
    [fc.constantFrom(...ROLES), kind, fc.array(place, { minLength: 1, maxLength: 3 })],
    (role, kind, places) => {
      const body: Record<string, unknown> = { ...kind };
      for (const [name, inner, what] of places) {
        const value = hostile(what);
        body[name] = inner === '' ? value : { [inner]: value };
      }
      let read: unknown;
      const cost = Math.min(
        ...[1, 2].map(() =>
          costHere(() => {
            read = readAnswer(role, { body });
          }),
        ),
      );
      expect(cost, role).toBeLessThan(budget);
      for (const text of textsIn(read)) expect(text.length).toBeLessThanOrEqual(LONGEST_TEXT);
      return places.length > 1;
    },
    { numRuns: propertyRuns(20, 1_000), endOnFailure: true },
  );
});

test('no text of a service turns the direction of what stands beside it', () => {
  const title = 'Flights \u202e05.0 DSU\u2066';
  const read = readAnswer('describe', { body: { kind: 'found', tool: { toolRef: 'a', title } } });
  expect(JSON.stringify(read)).toContain('"title":"Flights 05.0 DSU"');
});
