import { plural } from '#shared/formats.ts';

/** What is in force without asking each time, in a few words; null where there is nothing. */
export function inForceLabel(standing: { batches: number; grants: number } | undefined): string | null {
  if (standing === undefined) return null;
  const parts = [
    standing.batches > 0 ? `${plural(standing.batches, 'batch', 'batches')} running` : null,
    standing.grants > 0 ? plural(standing.grants, 'permission') : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}
