import Database from 'better-sqlite3';
import { requests } from '#shared/contract/index.ts';
import { SENT_PIECE } from '#shared/contract/program/backup.ts';
import type { App } from '../../../electron/app/app-deps.ts';

const wait = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Makes a backup and reads it completely, as the page does. */
export async function backUp({ handlers }: Pick<App, 'handlers'>): Promise<Buffer> {
  const { backupId } = await handlers.backup.begin(undefined);
  while ((await handlers.backup.progress({ backupId })).state === 'making') await wait();
  const parts: Buffer[] = [];
  for (let offset = 0, done = false; !done; ) {
    const piece = requests.backup.piece.output.parse(await handlers.backup.piece({ backupId, offset }));
    parts.push(Buffer.from(piece.data, 'base64'));
    offset = piece.next;
    done = piece.done;
  }
  await handlers.backup.end({ backupId });
  return Buffer.concat(parts);
}

/** Sends a file as the page does; returns the result of checking it. */
export async function send({ handlers }: Pick<App, 'handlers'>, file: Buffer): Promise<string> {
  const { restoreId } = await handlers.restore.begin({ bytes: file.length });
  for (let offset = 0; offset < file.length; offset += SENT_PIECE) {
    const data = file.subarray(offset, offset + SENT_PIECE).toString('base64');
    await handlers.restore.send(requests.restore.send.input.parse({ restoreId, offset, data }));
  }
  return restoreId;
}

export async function check(app: Pick<App, 'handlers'>, file: Buffer) {
  const restoreId = await send(app, file);
  return {
    restoreId,
    contents: requests.restore.check.output.parse(await app.handlers.restore.check({ restoreId })),
  };
}

/** Restores a file and discards the upload. */
export async function restore(app: Pick<App, 'handlers'>, file: Buffer) {
  const { restoreId, contents } = await check(app, file);
  const restored = requests.restore.merge.output.parse(await app.handlers.restore.merge({ restoreId }));
  await app.handlers.restore.cancel({ restoreId });
  return { contents, restored };
}

/** A backup modified by hand. */
export function changed(file: Buffer, sql: string): Buffer {
  const db = new Database(file).unsafeMode();
  db.exec(sql);
  const bytes = db.serialize();
  db.close();
  return bytes;
}
