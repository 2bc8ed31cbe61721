import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { LINK_SCHEME, pathOfLink } from '#shared/milepost-link.ts';

/** What opens what the system hands over: a screen of the program, or a file. */
export type Openers = { link: (path: string) => void; file: (path: string) => void };

/** No screen: the page says so. */
const NOWHERE = '/link';

const isLink = (given: string): boolean => given.toLowerCase().startsWith(`${LINK_SCHEME}:`);

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The links and existing files among the arguments of a start, files by their whole path. */
export const namedToOpen = (args: readonly string[]): string[] =>
  args.flatMap((arg) => {
    if (isLink(arg)) return [arg];
    const path = arg === '.' ? '' : resolve(arg);
    return path !== '' && isFile(path) ? [path] : [];
  });

const fromSecond = z.object({ opens: z.array(z.string().max(10_000)).max(10) });

/** What a second start was to open: it comes from another process. */
export const namedBySecond = (additionalData: unknown): string[] =>
  fromSecond.safeParse(additionalData).data?.opens ?? [];

/** Collects links and files from the first moment on, and opens them once the program can. */
export function openRequests() {
  const waiting: string[] = [];
  let openers: Openers | null = null;
  const open = ({ link, file }: Openers, given: string) =>
    isLink(given) ? link(pathOfLink(given) ?? NOWHERE) : file(given);
  return {
    add(given: string): void {
      if (openers === null) waiting.push(given);
      else open(openers, given);
    },
    /** Whether anything waits to be opened. */
    any: (): boolean => waiting.length > 0,
    begin(those: Openers): void {
      openers = those;
      for (const given of waiting.splice(0)) open(those, given);
    },
  };
}
