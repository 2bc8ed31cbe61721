import { createContext, Script } from 'node:vm';

/** CPU time of this thread, in ms: longer than any honest pattern takes. */
const PATTERN_MS = 100;
/** Gives up after so many tries in which a busy machine gave this thread no time. */
const MAX_TRIES = 50;

const test = new Script('pattern.test(text)');

/** A pattern exceeded its time on a text. */
export class PatternTooSlow extends Error {}

/** The error belongs to the context's own realm, so only its code identifies it. */
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

/** Runs a service's pattern in this process, with a time limit. */
export function boundedPattern(source: string, flags: string) {
  const pattern = patternOf(source, flags);
  // Not valid here: the service checks it itself.
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
          // The limit is wall-clock time, which also passes while a busy machine runs other things.
          const { user, system } = process.threadCpuUsage(before);
          if (user + system >= PATTERN_MS * 1_000 || tries >= MAX_TRIES) throw new PatternTooSlow();
        }
      }
    },
  };
}
// Ajv needs a name for generated code; Milepost compiles in memory only.
boundedPattern.code = 'boundedPattern';
