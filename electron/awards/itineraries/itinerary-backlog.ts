import { setImmediate } from 'node:timers/promises';

export type ItineraryBacklogDeps = {
  /** Purchases whose answers were not read for itineraries. */
  unread: () => readonly string[];
  /** Reads one answer and marks it as read. */
  read: (purchaseId: string) => void;
  /** Called when some were read. */
  changed: () => void;
};

/**
 * Reads the itineraries in answers that came from a backup, one at a time, yielding to the user's requests. If the file
 * cannot be written, the rest is left for the next start.
 */
export function createItineraryBacklog({ unread, read, changed }: ItineraryBacklogDeps) {
  let closed = false;
  let reading: Promise<void> = Promise.resolve();

  async function readAll(): Promise<void> {
    await setImmediate();
    if (closed) return;
    const purchases = unread();
    try {
      for (const purchaseId of purchases) {
        if (closed) return;
        read(purchaseId);
        await setImmediate();
      }
    } finally {
      if (purchases.length > 0 && !closed) changed();
    }
  }

  return {
    /** Starts after any earlier call has finished; resolves when all are read. Never rejects. */
    begin(): Promise<void> {
      reading = reading.then(readAll).catch(() => {});
      return reading;
    },
    close(): void {
      closed = true;
    },
  };
}
