/** What stands behind the message in a stack; nothing where a message stands there that is not the error's any more. */
function behindMessage({ message, stack = '' }: Error): string {
  const at = message === '' ? -1 : stack.indexOf(message);
  if (at >= 0) return stack.slice(at + message.length);
  return /^\w*(?: \[\w+\])?\n/u.test(stack) ? stack : '';
}

/**
 * Where an error happened: its kind, its code and the frames of its stack, never its message, which may hold anything, lines
 * that look like frames too.
 */
export function stackFrames(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const lines = behindMessage(error)
    .split('\n')
    .filter((line) => /^\s+at /u.test(line));
  const kind = /^\w{1,60}$/u.test(error.name) ? error.name : 'Error';
  const code = 'code' in error && /^[A-Z][A-Z\d_]{1,60}$/u.test(String(error.code)) ? ` ${error.code}` : '';
  return [`${kind}${code}`, ...lines].join('\n');
}
