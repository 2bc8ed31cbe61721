import { tripFileSchema } from '#shared/contract/trips.ts';
import { storeOf } from '../ui/store.ts';

/** How the file of a trip begins; nothing else that is opened does. */
export const TRIP_FILE = /^\s*\{\s*"milepost"\s*:\s*"trip"/u;

/** Larger files are no trip's: a hundred flights have a tenth of it. */
const LARGEST = 1_000_000;

type OpenedTrip = { fileName: string; trip: ReturnType<typeof tripFileSchema.parse> };

/** A trip that was opened from a file, and whose form is shown: nothing of it is stored yet. */
export const { set: openTrip, useValue: useOpenedTrip } = storeOf<OpenedTrip | null>(null);

/** Fills the form of a new trip in from a file; false where it is no trip of this version. */
export async function openTripFile(file: File): Promise<boolean> {
  if (file.size > LARGEST) return false;
  try {
    const { data } = tripFileSchema.safeParse(JSON.parse(await file.text()));
    if (data !== undefined) openTrip({ fileName: file.name, trip: data });
    return data !== undefined;
  } catch {
    return false;
  }
}

export const notTrip = ({ name }: File): string =>
  `${name} is no trip that this Milepost can read. A newer version may have made it.`;
