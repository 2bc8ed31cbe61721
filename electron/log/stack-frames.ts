/** Where an error happened: its kind, its code and the frames of its stack, never its message, which may hold anything. */
export function stackFrames(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /u.test(line));
  const kind = /^\w{1,60}$/u.test(error.name) ? error.name : 'Error';
  const code = 'code' in error && /^[A-Z][A-Z\d_]{1,60}$/u.test(String(error.code)) ? ` ${error.code}` : '';
  return [`${kind}${code}`, ...lines].join('\n');
}
