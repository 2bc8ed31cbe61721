import { setImmediate } from 'node:timers/promises';

export type ReadLaterDeps = {
  /** Purchases with answers that were not read for ways to fly. */
  unread: () => readonly string[];
  /** Reads one answer and marks it as read. */
  read: (purchaseId: string) => void;
  /** Some were read. */
  changed: () => void;
};

/**
 * Reads the ways to fly in answers that an earlier Milepost stored, one at a time and after whatever the user asks for. Where
 * the file refuses to be written to, the rest is left for the next start.
 */
export function openReadLater({ unread, read, changed }: ReadLaterDeps) {
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
    /** Begins once what was begun before has ended; resolves when all is read. Never rejects. */
    begin(): Promise<void> {
      reading = reading.then(readAll).catch(() => {});
      return reading;
    },
    close(): void {
      closed = true;
    },
  };
}
