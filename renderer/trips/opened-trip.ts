import { tripFileSchema } from '#shared/contract/trips.ts';
import { outsideValue } from '../ui/listeners.ts';

/** How the file of a trip begins; nothing else that is opened does. */
export const TRIP_FILE = /^\s*\{\s*"milepost"\s*:\s*"trip"/u;

/** Larger files are no trip's: a hundred flights have a tenth of it. */
const LARGEST = 1_000_000;

type OpenedTrip = { fileName: string; trip: ReturnType<typeof tripFileSchema.parse> };

/** A trip that was opened from a file, and whose form is shown: nothing of it is stored yet. */
export const [openTrip, useOpenedTrip] = outsideValue<OpenedTrip>();

/** The trip of a file; null where it is none of this version. */
export async function tripOfFile(file: File): Promise<OpenedTrip | null> {
  if (file.size > LARGEST) return null;
  try {
    const { data } = tripFileSchema.safeParse(JSON.parse(await file.text()));
    return data === undefined ? null : { fileName: file.name, trip: data };
  } catch {
    return null;
  }
}
