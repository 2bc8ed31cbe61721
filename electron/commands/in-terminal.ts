/** What the commands for a terminal have in common. */
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setImmediate } from 'node:timers/promises';
import { ContractFailure, fail } from '#shared/contract/failure.ts';
import { limitWaiting, type PlainQuestion, plainQuestion } from '../app/plain-question.ts';
import { openStorage, type Storage } from '../storage/open.ts';
import { writePrivately } from '../storage/private-files.ts';
import type { ReadArguments } from './arguments.ts';

export const WRONG_ARGUMENTS = 2;
export const DID_NOT_WORK = 1;

export const say = (words: string) => process.stderr.write(`${words}\n`);

/** Runs a command to its exit code, or says what is wrong with its arguments. */
export async function runCommand<Read>(
  read: ReadArguments<Read>,
  run: (args: Read) => Promise<number>,
): Promise<void> {
  writePrivately();
  if (!read.ok) say(read.words);
  process.exitCode = read.ok ? await run(read.read) : WRONG_ARGUMENTS;
}

/** Opens the data file for one command, and says why it failed. */
export async function withStorage(
  dataDir: string,
  run: (storage: Storage) => Promise<number>,
): Promise<number> {
  const opened = openStorage(join(dataDir, 'milepost.sqlite'));
  if (!opened.ok) {
    say(opened.problem.words);
    return DID_NOT_WORK;
  }
  try {
    return await run(opened.storage);
  } catch (error) {
    if (!(error instanceof ContractFailure)) throw error;
    say(error.failure.message);
    return DID_NOT_WORK;
  } finally {
    opened.storage.close();
  }
}

/** Asks in the terminal, unless `--yes` answered before. */
export async function isConfirmed(
  question: Parameters<typeof plainQuestion>[0],
  yes: boolean,
): Promise<boolean> {
  const plain = plainQuestion(question);
  if (!yes && process.stdin.isTTY) return askYes({ input: process.stdin, output: process.stderr }, plain);
  say(`${plain.words}\n${plain.detail}`);
  if (!yes) say('Add --yes to allow it, or run this in a terminal that can ask.');
  return yes;
}

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
async function askYes({ input, output }: Terminal, question: PlainQuestion): Promise<boolean> {
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
