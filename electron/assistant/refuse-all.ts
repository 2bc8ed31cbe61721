import type { Readable, Writable } from 'node:stream';
import { readLines } from './lines.ts';
import { errorOf, faultOfLine, MAX_MESSAGE, REFUSED } from './message-fault.ts';

/** Answers every request of a client with the reason why nothing can be read, until the client leaves. */
export async function refuseAll(input: Readable, output: Writable, words: string): Promise<void> {
  const say = (message: object) => void output.write(`${JSON.stringify(message)}\n`);
  readLines(
    input,
    MAX_MESSAGE,
    (line) => {
      const fault = faultOfLine(line);
      if (fault !== null) return say(errorOf(fault));
      const { id, method } = JSON.parse(line) as { id?: string | number; method?: string };
      if (id !== undefined && method !== undefined) say(errorOf({ id, code: REFUSED, words }));
    },
    () => say(errorOf({ id: null, code: REFUSED, words })),
  );
  await new Promise<void>((resolve) => {
    input
      .once('close', resolve)
      .once('end', resolve)
      .once('error', () => resolve());
    output.once('error', () => resolve());
  });
}
