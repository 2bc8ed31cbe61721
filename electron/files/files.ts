import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { fileName } from './file-name.ts';
import { type OpenedFiles, openedFileHandlers } from './opened-files.ts';
import { type Replacement, replacement } from './replacement.ts';

export type FilesDeps = {
  /** Asks the user outside the page where to save; null if they cancel. Undefined in a browser, which downloads. */
  chooseFile?: (name: string) => Promise<string | null>;
  /** The folder of Milepost's own files. */
  dataDir: string;
  /** What the system handed over to be opened; absent in a browser. */
  openedFiles?: OpenedFiles;
  /** Starts writing a file; replaceable by tests. */
  begin?: (path: string) => Replacement;
};

/** The most unfinished files: above it, the oldest is discarded, since its page may have gone. */
const MAX_UNFINISHED = 4;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Fails with why a file could not be written, for the user. */
function failNotSaved(error: unknown): never {
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

/** The target of a link, so that the link is not replaced; the path itself if it does not exist. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Whether a path is in a folder, with links resolved. */
function isIn(folder: string, path: string): boolean {
  const fromFolder = relative(resolveLinks(folder), join(resolveLinks(dirname(path)), basename(path)));
  return fromFolder !== '..' && !fromFolder.startsWith(`..${sep}`) && !isAbsolute(fromFolder);
}

/** Saves the page's files where the user chooses. An existing file is replaced completely or not at all. */
export function createFiles({ chooseFile, dataDir, openedFiles, begin = replacement }: FilesDeps): {
  handlers: ContractHandlers['files'];
  close(): void;
} {
  const unfinished = new Map<string, { path: string; file: Replacement }>();

  function discard(fileId: string): void {
    unfinished.get(fileId)?.file.discard();
    unfinished.delete(fileId);
  }
  const unfinishedFile = (fileId: string) =>
    unfinished.get(fileId) ?? fail('not_found', 'This file was given up, or Milepost was started anew.');

  return {
    handlers: {
      ...openedFileHandlers(openedFiles),
      begin: async ({ name }) => {
        if (chooseFile === undefined) return { by: 'download' };
        const chosen = await chooseFile(fileName(name));
        if (chosen === null) return { by: 'cancelled' };
        const path = resolveLinks(chosen);
        // Overwriting the data file would lose it.
        if (isIn(dataDir, path))
          fail(
            'not_saved',
            'This folder holds Milepost’s own files: the file was not saved. Choose another folder.',
          );
        const [oldest] = unfinished.keys();
        if (unfinished.size >= MAX_UNFINISHED && oldest !== undefined) discard(oldest);
        const fileId = randomUUID();
        try {
          unfinished.set(fileId, { path, file: begin(path) });
        } catch (error) {
          failNotSaved(error);
        }
        return { by: 'program', fileId };
      },
      write: ({ fileId, data }) => {
        const { file } = unfinishedFile(fileId);
        try {
          file.write(Buffer.from(data, 'base64'));
        } catch (error) {
          discard(fileId);
          failNotSaved(error);
        }
      },
      finish: ({ fileId }) => {
        const { path, file } = unfinishedFile(fileId);
        try {
          const bytes = file.commit();
          unfinished.delete(fileId);
          return { path, bytes };
        } catch (error) {
          discard(fileId);
          return failNotSaved(error);
        }
      },
    },
    close: () => {
      for (const fileId of [...unfinished.keys()]) discard(fileId);
    },
  };
}
