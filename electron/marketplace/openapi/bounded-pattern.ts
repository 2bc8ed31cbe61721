import { createContext, Script } from 'node:vm';

/** Longer than any honest pattern takes, in milliseconds. */
const PATTERN_MS = 100;

const test = new Script('pattern.test(text)');

/** A pattern did not come to an end on a text within its time. */
export class PatternTooSlow extends Error {}

/** The error is one of the context's own realm, so it is known by its code alone. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** A service's pattern, cut off where it does not come to an end on a text: it runs in this very process. */
export function boundedPattern(source: string, flags: string) {
  const pattern = new RegExp(source, flags);
  const context = createContext({ pattern, text: '' });
  return {
    test(text: string): boolean {
      context.text = text;
      try {
        return test.runInContext(context, { timeout: PATTERN_MS }) === true;
      } catch (error) {
        if (isTimeout(error)) throw new PatternTooSlow();
        throw error;
      }
    },
  };
}
// How Ajv names it in code that it would write to a file; Milepost compiles in memory alone.
boundedPattern.code = 'boundedPattern';
