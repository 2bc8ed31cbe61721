import { navigate } from 'wouter/use-browser-location';
import { NEW_TRIP_PATH } from '../addresses/trip-address.ts';
import { api } from '../api/api.ts';
import { sendBackup } from '../settings/backup/restoring.ts';
import { openPack } from '../settings/general/opened-pack.ts';
import { notTrip, openTripFile, TRIP_FILE } from '../trips/opened-trip.ts';
import { failureOf } from '../ui/failure-notice.tsx';
import { blobOf, piecesOf } from '../ui/file-pieces.ts';
import { announce } from '../ui/status-messages.ts';

/** With which every SQLite file begins. */
const DATABASE = 'SQLite format 3\0';

/**
 * Opens the preview of a file by its content: a backup’s, that of a pack of facts, or the form of a trip. By itself it
 * changes nothing.
 */
async function openFile(file: File): Promise<void> {
  const head = await file.slice(0, 64).text();
  // After the status line of the last screen was cleared.
  const say = (words: string) => setTimeout(() => announce(words));
  if (head.startsWith(DATABASE)) {
    navigate('/settings/backup/restore');
    void sendBackup(file);
  } else if (TRIP_FILE.test(head)) {
    if (await openTripFile(file)) navigate(NEW_TRIP_PATH);
    else say(notTrip(file));
  } else if (/^\s*\{/u.test(head)) {
    navigate('/settings/general/facts');
    openPack(file);
  } else say(`${file.name} is neither a backup, a trip nor a pack of facts.`);
}

/** Opens what the system handed over: by a double click, or dropped on the program's icon. */
export async function openHandedOver(): Promise<void> {
  try {
    const opened = await api.files.takeOpened();
    if (opened === null) return;
    const { fileId, name } = opened;
    const parts: Blob[] = [];
    for await (const { data } of piecesOf((offset) => api.files.readOpened({ fileId, offset })))
      parts.push(blobOf(data));
    await openFile(new File(parts, name));
  } catch (error) {
    announce(failureOf(error).message);
  }
}

/** Opens a file that was chosen or dropped; says why it cannot be. */
export const openChosen = (file: File): void =>
  void openFile(file).catch((error: unknown) => announce(failureOf(error).message));

/** Opens files that are dropped on the window. */
export function openDropped(): void {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
  window.addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  window.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file !== undefined) openChosen(file);
  });
}
