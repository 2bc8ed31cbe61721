import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { READ_PIECE } from '#shared/contract/program/backup.ts';

/** The files that the system handed over to be opened, oldest first; each is taken once. */
export type OpenedFiles = { add(path: string): void; take(): string | null };

export function openedFiles(): OpenedFiles {
  const waiting: string[] = [];
  return { add: (path) => void waiting.push(path), take: () => waiting.shift() ?? null };
}

const unreadable = (): never =>
  fail(
    'file_unreadable',
    'The file cannot be read. It may have been moved or changed. Nothing was changed here.',
  );

/** Reads for the page what the system handed over, and nothing else. */
export function openedFileHandlers(
  opened: OpenedFiles | undefined,
): Pick<ContractHandlers['files'], 'takeOpened' | 'readOpened'> {
  let current: { fileId: string; file: FileHandle; bytes: number } | null = null;
  async function close(): Promise<void> {
    const file = current?.file;
    current = null;
    await file?.close();
  }
  return {
    takeOpened: async () => {
      const path = opened?.take() ?? null;
      if (path === null) return null;
      await close();
      const file = await open(path).catch(unreadable);
      const stat = await file.stat();
      if (!stat.isFile()) {
        await file.close();
        return unreadable();
      }
      current = { fileId: randomUUID(), file, bytes: stat.size };
      return { fileId: current.fileId, name: basename(path), bytes: stat.size };
    },
    readOpened: async ({ fileId, offset }) => {
      if (current?.fileId !== fileId) return unreadable();
      const { file, bytes } = current;
      const { bytesRead, buffer } = await file
        .read(Buffer.alloc(READ_PIECE), 0, READ_PIECE, offset)
        .catch(unreadable);
      const next = offset + bytesRead;
      const done = bytesRead === 0 || next >= bytes;
      if (done) await close();
      return { data: buffer.subarray(0, bytesRead).toString('base64'), next, done };
    },
  };
}
