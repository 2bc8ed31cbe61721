import { ContractFailure, type Failure } from '#shared/contract/failure.ts';
import type { Requests } from '#shared/contract/index.ts';
import { isStorageError, storageProblem } from '../storage/problem.ts';

const SAVED = 'What was saved before is safe.';
const AGAIN = 'Try again, and restart Milepost if it stays.';

/** What an internal error means for money and data, by group of requests, and what to do. */
const MEANING: Record<keyof Requests, string> = {
  status: `${SAVED} ${AGAIN}`,
  about: AGAIN,
  settings: `Check Settings before you go on: a change may not have been saved. ${AGAIN}`,
  key: `Check under Settings whether a key is stored. ${AGAIN}`,
  marketplace: `Nothing was bought. ${AGAIN}`,
  catalogue: `Nothing was bought. ${AGAIN}`,
  awards: `Nothing was bought. ${AGAIN}`,
  purchases:
    'What was ordered stands in Purchases, and nothing is ordered twice. Check there before you try again, and restart Milepost if it stays.',
  outputs: `What you paid for is stored. ${AGAIN}`,
  insights: `Your results are stored. ${AGAIN}`,
  results: `Your results are stored. ${AGAIN}`,
  annotations: `Check whether your note was saved. ${AGAIN}`,
  trips: `Check the trip before you go on: a change may not have been saved. ${AGAIN}`,
  booking: `Check in the sheet “Book” whether your answer was saved. ${AGAIN}`,
  planning: `Your results and trips are stored. ${AGAIN}`,
  facts: `The facts that were in use are. Check under Settings which packs those are. ${AGAIN}`,
  wallet: `Check the wallet before you go on: a change may not have been saved. ${AGAIN}`,
  watchlist: `Check the Watchlist before you go on: a change may not have been saved. ${AGAIN}`,
  backup: `Rely on no backup that Milepost did not report as complete. ${AGAIN}`,
  restore: `${SAVED} Nothing was merged that Milepost did not report. ${AGAIN}`,
  export: `The file was not made. ${SAVED} ${AGAIN}`,
  mileValues: `Check whether your values were saved. ${AGAIN}`,
  preferences: `Check whether your choice was saved. ${AGAIN}`,
  places: AGAIN,
  activity: `${SAVED} ${AGAIN}`,
  views: `Check whether your view was saved. ${AGAIN}`,
  assistants: `Check under Settings, Assistants, whether assistants may read. ${AGAIN}`,
  mcp: `Nothing was bought. ${AGAIN}`,
  diagnostics: AGAIN,
  files: `The file was not saved. ${SAVED} ${AGAIN}`,
  updates: `Nothing was installed that Milepost did not report. ${AGAIN}`,
  background: `Check under Settings, Watching while closed, what is chosen. ${AGAIN}`,
  channels: `Check under Settings, Watching while closed, what is set up. ${AGAIN}`,
  oauth: `Check under Settings whether you are connected. ${AGAIN}`,
};

const meaningOf = (group: string): string =>
  Object.hasOwn(MEANING, group) ? MEANING[group as keyof Requests] : AGAIN;

/**
 * Converts a handler's error for the page: a mapped failure unchanged, anything else as a general message. The text of an
 * unexpected error never crosses, since it may contain a secret, SQL or a path.
 */
export function failureOf(group: string, error: unknown): Failure {
  if (error instanceof ContractFailure && error.failure.message !== '') return error.failure;
  if (isStorageError(error)) {
    const { code, words } = storageProblem(error, '');
    return { code: `storage_${code}`, message: `${words} ${meaningOf(group)}` };
  }
  return { code: 'internal', message: `Milepost made a mistake and stopped here. ${meaningOf(group)}` };
}
