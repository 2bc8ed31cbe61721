import { counted } from './count-words.ts';

/** What is in force now without being asked each time, in a few words; null where there is nothing. */
export function inForceWords(standing: { batches: number; grants: number } | undefined): string | null {
  if (standing === undefined) return null;
  const parts = [
    standing.batches > 0 ? `${counted(standing.batches, 'batch', 'batches')} running` : null,
    standing.grants > 0 ? counted(standing.grants, 'permission') : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}
