import { createContext, Script } from 'node:vm';

/** Longer than any honest pattern takes, in milliseconds of this thread's own processor time. */
const PATTERN_MS = 100;
/** A machine that gives this thread no time at all in so many tries gives it none. */
const MOST_TRIES = 50;

const test = new Script('pattern.test(text)');

/** A pattern did not come to an end on a text within its time. */
export class PatternTooSlow extends Error {}

/** The error is one of the context's own realm, so it is known by its code alone. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

function patternOf(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}

/** A service's pattern, cut off where it does not come to an end on a text: it runs in this very process. */
export function boundedPattern(source: string, flags: string) {
  const pattern = patternOf(source, flags);
  // Written for another language, which the service has: it checks it when it is asked.
  if (pattern === null) return { test: () => true };
  const context = createContext({ pattern, text: '' });
  return {
    test(text: string): boolean {
      context.text = text;
      const before = process.threadCpuUsage();
      for (let tries = 1; ; tries++) {
        try {
          return test.runInContext(context, { timeout: PATTERN_MS }) === true;
        } catch (error) {
          if (!isTimeout(error)) throw error;
          // The limit is one of the clock, which goes on while a busy machine does other things.
          const { user, system } = process.threadCpuUsage(before);
          if (user + system >= PATTERN_MS * 1_000 || tries >= MOST_TRIES) throw new PatternTooSlow();
        }
      }
    },
  };
}
// How Ajv names it in code that it would write to a file; Milepost compiles in memory alone.
boundedPattern.code = 'boundedPattern';
