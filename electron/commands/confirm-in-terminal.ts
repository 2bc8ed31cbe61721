import { createInterface } from 'node:readline/promises';
import { setImmediate } from 'node:timers/promises';
import { fail } from '#shared/contract/failure.ts';
import { limitWaiting, type PlainQuestion } from '../app/plain-question.ts';

type Terminal = {
  input: NodeJS.ReadableStream & {
    isTTY?: boolean;
    readableEnded?: boolean;
    setRawMode?: (raw: boolean) => unknown;
  };
  output: NodeJS.WritableStream;
};

/** Discards input typed before the question was shown. A terminal delivers one line per turn. */
async function dropTyped(input: Terminal['input']): Promise<void> {
  let typed = true;
  const drop = () => {
    typed = true;
  };
  // In raw mode, a terminal also delivers the unfinished line.
  input.setRawMode?.(true);
  input.on('data', drop).resume();
  while (typed) {
    typed = false;
    await setImmediate();
    await setImmediate();
  }
  input.off('data', drop).pause();
  input.setRawMode?.(false);
}

/** Asks one question and waits for a line typed after it; anything but "yes", or an end of the input, means no. */
export async function askYes({ input, output }: Terminal, question: PlainQuestion): Promise<boolean> {
  await dropTyped(input);
  if (input.readableEnded === true) return false;
  const lines = createInterface({ input, output });
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const prompt = `\n${question.title}\n${question.words}\n${question.detail}\nType "yes" to allow it: `;
    return (await Promise.race([lines.question(prompt), ended])).trim().toLowerCase() === 'yes';
  } finally {
    lines.close();
  }
}

/**
 * Asks the user in the terminal that started the browser host, one question at a time, so that a compromised page cannot
 * answer. Without a terminal, fails with `confirmation_unavailable` and states what to do.
 */
export function confirmInTerminal(
  terminal: Terminal = { input: process.stdin, output: process.stderr },
): (question: PlainQuestion) => Promise<boolean> {
  let before: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (question) => {
    if (terminal.input.isTTY !== true)
      fail(
        'confirmation_unavailable',
        `This has to be confirmed outside the page, and Milepost was not started from a terminal that can ask. Nothing was changed or bought. Start Milepost from a terminal and answer there.${question.instead === undefined ? '' : ` ${question.instead}`}`,
      );
    limitWaiting(waiting);
    waiting += 1;
    const answered = before
      .then(() => askYes(terminal, question))
      .finally(() => {
        waiting -= 1;
      });
    before = answered.catch(() => undefined);
    return answered;
  };
}
