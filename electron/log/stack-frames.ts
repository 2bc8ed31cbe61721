import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The stack after its message; empty if it starts with a different message than the error's. */
function stackAfterMessage({ message, stack = '' }: Error): string {
  const at = message === '' ? -1 : stack.indexOf(message);
  if (at >= 0) return stack.slice(at + message.length);
  return /^\w*(?: \[\w+\])?\n/u.test(stack) ? stack : '';
}

/** Where the program was built to, where this is part of it. */
const BUILT = /^.*[\\/]out[\\/]main(?=[\\/]|$)/u.exec(import.meta.dirname)?.[0];

/**
 * An error's kind, code and stack frames, without its message, which may contain anything, even lines that look like
 * frames. Frames of the built program are those of its source.
 * @param built the folder of the built program
 */
export function stackFrames(error: unknown, built = BUILT): string {
  if (!(error instanceof Error)) return typeof error;
  try {
    return framesOf(error, built);
  } catch {
    // A library may have replaced its members by something else than text.
    return 'Error';
  }
}

function framesOf(error: Error, built: string | undefined): string {
  const lines = stackAfterMessage(error)
    .split('\n')
    .filter((line) => /^\s+at /u.test(line));
  const kind = /^\w{1,60}$/u.test(error.name) ? error.name : 'Error';
  const code =
    'code' in error && typeof error.code === 'string' && /^[A-Z][A-Z\d_]{1,60}$/u.test(error.code)
      ? ` ${error.code}`
      : '';
  return [
    `${kind}${code}`,
    ...lines.map((line) => (built === undefined ? line : inSource(line, built))),
  ].join('\n');
}

const maps = new Map<string, SourceMap | null>();

/** The source map beside a built file; null if it has none. */
function mapOf(file: string): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) {
    try {
      map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    } catch {
      map = null;
    }
    maps.set(file, map);
  }
  return map;
}

/** A frame of a built file as one of its source, by its path in the source tree; any other frame as it is. */
function inSource(frame: string, built: string): string {
  const [, url = '', line, column] = /(?<![^\s()])(file:\/\/[^\s()]+\.js):(\d+):(\d+)\)?$/u.exec(frame) ?? [];
  if (url === '') return frame;
  const file = fileURLToPath(url);
  const found = file.startsWith(built) && mapOf(file)?.findOrigin(Number(line), Number(column));
  if (!found || !('fileName' in found)) return frame;
  const source = relative(resolve(built, '../..'), resolve(dirname(file), found.fileName));
  return `    at ${source.replaceAll('\\', '/')}:${found.lineNumber}:${found.columnNumber}`;
}
