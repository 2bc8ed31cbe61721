/** The stack after its message; empty if it starts with a different message than the error's. */
function stackAfterMessage({ message, stack = '' }: Error): string {
  const at = message === '' ? -1 : stack.indexOf(message);
  if (at >= 0) return stack.slice(at + message.length);
  return /^\w*(?: \[\w+\])?\n/u.test(stack) ? stack : '';
}

/**
 * An error's kind, code and stack frames, without its message, which may contain anything, even lines that look like
 * frames.
 */
export function stackFrames(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  try {
    return framesOf(error);
  } catch {
    // A library may have replaced its members by something else than text.
    return 'Error';
  }
}

function framesOf(error: Error): string {
  const lines = stackAfterMessage(error)
    .split('\n')
    .filter((line) => /^\s+at /u.test(line));
  const kind = /^\w{1,60}$/u.test(error.name) ? error.name : 'Error';
  const code =
    'code' in error && typeof error.code === 'string' && /^[A-Z][A-Z\d_]{1,60}$/u.test(error.code)
      ? ` ${error.code}`
      : '';
  return [`${kind}${code}`, ...lines].join('\n');
}
