/**
 * Services that nobody here wrote: each declares what it sends, and each is read in full.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import { broken, writtenAnswers } from '../../../test/support/service/written-answers.ts';
import { answerMapOf } from './derive-map.ts';
import { readAnswer } from './read-answer.ts';
import { ANSWERS, type AnswerRole } from './vocabulary.ts';

const ROLES = (Object.keys(ANSWERS) as AnswerRole[]).filter((role) => role !== 'failure');

/** A drawn service with the map of one role's answers; what it sends for each kind. */
function drawn(role: AnswerRole, numbers: Iterator<number>) {
  const { answer, schemas } = writtenAnswers((below) => (numbers.next().value as number) % below);
  const { schema, samples, write } = answer(role);
  const made = answerMapOf(role, [schema], { components: { schemas } });
  if (!made.ok) throw new Error(`${made.why}\n${JSON.stringify({ schema, schemas })}`);
  return { map: made.map, answers: samples.map((expected) => ({ value: write(expected), expected })) };
}

type Members = Record<string, unknown>;
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Whether a broken answer was read as something that the service did not say. */
function isInvented(read: unknown, expected: unknown): boolean {
  if (read === null || read === undefined || read === expected) return false;
  if (Array.isArray(expected) && Array.isArray(read))
    return expected.every(isMembers)
      ? !read.every((one) => expected.some((other) => !isInvented(one, other)))
      : read.join(' ') !== expected.join(' ');
  if (!isMembers(expected)) return true;
  // What may be anything is passed on as it came.
  if ('given' in expected) return false;
  if (!isMembers(read)) return true;
  return (
    read.kind !== 'unreadable' && Object.keys(expected).some((name) => isInvented(read[name], expected[name]))
  );
}

describe('a service that declares what it sends', () => {
  it.each(ROLES)('is read in full, whatever it calls things: %s', (role) => {
    proves(
      0.9,
      [fc.infiniteStream(fc.nat())],
      (numbers) => {
        const { map, answers } = drawn(role, numbers);
        for (const { value, expected } of answers)
          expect(readAnswer(role, { body: value, map })).toMatchObject(expected);
        return map.by === 'declared' && map.variants.some(({ fields }) => Object.keys(fields).length > 0);
      },
      { numRuns: propertyRuns(100, 3_000) },
    );
  });

  it.each(ROLES)('invents nothing when its answer breaks its declaration in one member: %s', (role) => {
    proves(
      0.9,
      [fc.infiniteStream(fc.nat())],
      (numbers) => {
        const { map, answers } = drawn(role, numbers);
        let unreadable = 0;
        for (const { value, expected } of answers)
          for (const body of broken(value)) {
            const read = readAnswer(role, { body, map });
            if (read.kind === 'unreadable') {
              unreadable += 1;
              continue;
            }
            expect(read.kind).toBe(expected.kind);
            expect(isInvented(read, expected), JSON.stringify({ body, read, expected })).toBe(false);
          }
        return unreadable > 0;
      },
      { numRuns: propertyRuns(10, 300) },
    );
  });
});
