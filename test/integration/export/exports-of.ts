import type { ExportFormat, ExportView } from '#shared/contract/export.ts';
import type { StoredAwards } from '../../../electron/awards/testing/stored-awards.ts';
import { createExports } from '../../../electron/export/exports.ts';

/** The exports of what is stored, without a wallet, trips and bookings where none are given. */
export function exportsOf({ awards }: StoredAwards, more: Partial<Parameters<typeof createExports>[0]> = {}) {
  let id = 0;
  return createExports({
    ...awards,
    views: awards.handlers,
    wallet: async () => ({ today: '2026-11-20', travellers: 1, balances: [], transfers: [] }),
    showTrip: () => Promise.reject(new Error('No trip is exported.')),
    marketplace: () => ({ name: 'Bazaar', demo: false }),
    bookingsOf: (keys) => keys.map(() => ({ answer: null, changedAt: 0 })),
    answers: () => [],
    newId: () => `e${++id}`,
    clock: () => 0,
    ...more,
  });
}

/** All of an export. */
export async function written(
  exports: ReturnType<typeof exportsOf>,
  what: ExportView,
  format: ExportFormat,
): Promise<string> {
  const { exportId } = await exports.begin({ what, format });
  let text = '';
  for (;;) {
    const piece = await exports.next({ exportId });
    text += piece.text;
    if (piece.done) return text;
  }
}
