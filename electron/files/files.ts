import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { fileName } from './file-name.ts';
import { type Replacement, replacement } from './replacement.ts';

export type FilesDeps = {
  /** Asks outside the page where to save; null where the user changed their mind. Absent where a browser downloads. */
  chooseFile?: (name: string) => Promise<string | null>;
  /** Where Milepost's own files lie. */
  dataDir: string;
  /** Begins a file; a test's disk may be full. */
  begin?: (path: string) => Replacement;
};

/** Files that may be under way at once: a page that went away leaves none behind for long. */
const MOST_AT_ONCE = 4;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Why a file could not be written, for the user. */
function notSaved(error: unknown): never {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return fail(
      'disk_full',
      'The disk is full: the file was not saved. Free some space, or save it elsewhere, and try again.',
    );
  if (code === 'EBUSY' || code === 'ETXTBSY')
    return fail(
      'not_saved',
      'Another program has this file open: it was not saved. Close it there, or choose another name, and try again.',
    );
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return fail('not_saved', 'Milepost may not write there: the file was not saved. Choose another folder.');
  return fail(
    'not_saved',
    'The file could not be written, and was not saved. Try again, or choose another folder.',
  );
}

/** The file that a path leads to: a link is written through, not replaced. */
function behindLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Whether a path lies in a folder, by whichever way it is written. */
function isIn(folder: string, path: string): boolean {
  const way = relative(behindLinks(folder), join(behindLinks(dirname(path)), basename(path)));
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Files that the page made, written where the user chose. What is there under a name is replaced whole or not at all. */
export function createFiles({ chooseFile, dataDir, begin = replacement }: FilesDeps): {
  handlers: ContractHandlers['files'];
  close(): void;
} {
  const underWay = new Map<string, { path: string; file: Replacement }>();

  function end(fileId: string): void {
    underWay.get(fileId)?.file.discard();
    underWay.delete(fileId);
  }
  const must = (fileId: string) =>
    underWay.get(fileId) ?? fail('not_found', 'This file was cancelled, or Milepost was started anew.');

  return {
    handlers: {
      begin: async ({ name }) => {
        if (chooseFile === undefined) return { by: 'download' };
        const chosen = await chooseFile(fileName(name));
        if (chosen === null) return { by: 'cancelled' };
        const path = behindLinks(chosen);
        // To put one of them in the place of the data file would lose it.
        if (isIn(dataDir, path))
          fail(
            'not_saved',
            'This folder holds Milepost’s own files: the file was not saved. Choose another folder.',
          );
        const [oldest] = underWay.keys();
        if (underWay.size >= MOST_AT_ONCE && oldest !== undefined) end(oldest);
        const fileId = randomUUID();
        try {
          underWay.set(fileId, { path, file: begin(path) });
        } catch (error) {
          notSaved(error);
        }
        return { by: 'program', fileId };
      },
      write: ({ fileId, data }) => {
        const { file } = must(fileId);
        try {
          file.write(Buffer.from(data, 'base64'));
        } catch (error) {
          end(fileId);
          notSaved(error);
        }
      },
      finish: ({ fileId }) => {
        const { path, file } = must(fileId);
        try {
          const bytes = file.commit();
          underWay.delete(fileId);
          return { path, bytes };
        } catch (error) {
          end(fileId);
          return notSaved(error);
        }
      },
      cancel: ({ fileId }) => {
        end(fileId);
      },
    },
    close: () => {
      for (const fileId of [...underWay.keys()]) end(fileId);
    },
  };
}
