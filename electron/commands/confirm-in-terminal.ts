import { createInterface } from 'node:readline/promises';
import { setImmediate } from 'node:timers/promises';
import { fail } from '#shared/contract/failure.ts';
import { mayWait, type PlainQuestion } from '../app/plain-question.ts';

type Terminal = {
  input: NodeJS.ReadableStream & {
    isTTY?: boolean;
    readableEnded?: boolean;
    setRawMode?: (raw: boolean) => unknown;
  };
  output: NodeJS.WritableStream;
};

/** Takes away what was typed before a question stood there: it answers another, or none. A terminal gives a line a turn. */
async function dropTyped(input: Terminal['input']): Promise<void> {
  let typed = true;
  const drop = () => {
    typed = true;
  };
  // Raw, a terminal also hands over the line that is not ended yet.
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

/**
 * Asks one question and waits for a line that is typed once it stands there; anything but "yes", and an end of the input, is
 * a no.
 */
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
 * Asks the user in the terminal that started the browser host, one question after the other: a page in the wrong
 * hands cannot answer it. Fails with `confirmation_unavailable` and says what to do where no terminal is there.
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
    mayWait(waiting);
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
