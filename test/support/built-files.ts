/**
 * Replaces `electron/threads/worker-file.ts` where the program is tested as a whole: its threads and processes run from the
 * build, as they do for the user, and start in a third of the time that their sources take.
 */
export const workerFile = (built: string, _source: URL): URL =>
  new URL(`../../out/main/${built}`, import.meta.url);
