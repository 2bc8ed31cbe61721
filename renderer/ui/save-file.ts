import { FILE_PIECE } from '#shared/file-piece.ts';
import { api } from '../api/api.ts';
import { base64Of } from './file-pieces.ts';
import { announce } from './status-messages.ts';

/** The result of saving a file: on disk, left to the browser that shows the page, or cancelled. */
export type Saved = { how: 'saved'; path: string } | { how: 'downloading' } | { how: 'cancelled' };

/** A browser may read the blob until its own dialog is answered; then it is released. Milliseconds. */
const DOWNLOADED_WITHIN_MS = 10 * 60_000;

function download(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), DOWNLOADED_WITHIN_MS);
}

/**
 * Saves a file made in the page: the program asks for the place and writes it where it has a window, otherwise the
 * browser downloads it. Resolves once it is on disk or passed to the browser.
 * @throws ContractFailure `disk_full` or `not_saved`, and then nothing of it is left
 */
export async function saveFile(
  name: string,
  type: string,
  content: string | readonly BlobPart[] | Blob,
): Promise<Saved> {
  const parts = typeof content === 'string' || content instanceof Blob ? [content] : [...content];
  const blob = new Blob(parts, { type });
  const begun = await api.files.begin({ name });
  if (begun.by === 'download') {
    download(name, blob);
    return { how: 'downloading' };
  }
  if (begun.by === 'cancelled') return { how: 'cancelled' };
  const { fileId } = begun;
  for (let offset = 0; offset < blob.size; offset += FILE_PIECE) {
    await api.files.write({ fileId, data: await base64Of(blob.slice(offset, offset + FILE_PIECE)) });
  }
  return { how: 'saved', path: (await api.files.finish({ fileId })).path };
}

/** The result of saving a file, in a sentence. `what` is its content: `12 rows`. */
export function savedLabel(saved: Saved, name: string, what: string): string {
  if (saved.how === 'cancelled') return 'Nothing was saved.';
  return saved.how === 'saved' ? `Saved ${what} to ${saved.path}.` : `Your browser saves ${name}: ${what}.`;
}

/** Saves a file and announces the result on the status line. */
export async function saveAndNotify(...file: [...Parameters<typeof saveFile>, what: string]): Promise<void> {
  const [name, type, content, what] = file;
  announce(savedLabel(await saveFile(name, type, content), name, what));
}
