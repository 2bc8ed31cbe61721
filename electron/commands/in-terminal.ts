/** What the commands for a terminal have in common. */
import { join } from 'node:path';
import { ContractFailure } from '#shared/contract/failure.ts';
import { plainQuestion } from '../app/plain-question.ts';
import { openStorage, type Storage } from '../storage/open.ts';
import { writePrivately } from '../storage/private-files.ts';
import type { ReadArguments } from './arguments.ts';
import { askYes } from './confirm-in-terminal.ts';

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
