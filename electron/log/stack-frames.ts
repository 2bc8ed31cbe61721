/** Where an error happened: its kind and the frames of its stack, never its message, which may hold anything. */
export function stackFrames(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /u.test(line));
  return [/^\w{1,60}$/u.test(error.name) ? error.name : 'Error', ...lines].join('\n');
}
