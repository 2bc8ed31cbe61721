import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { StoredSettings } from '../storage/stored-settings.ts';

/**
 * What the data file knows of an origin's key: a mark that is minted anew whenever the key changes, and what the
 * account read said of it. The mark is random, so nothing about the key can be learned from it; an approval that was
 * given under another mark is void.
 */
const keyNotesSchema = z.object({
  mark: z.string(),
  scopes: z.array(z.string()).nullable(),
  account: z.string().nullable(),
  /** Where the key came from, where the service itself handed it over; such a key can be given back. */
  from: z.object({ issuer: z.string(), clientId: z.string() }).optional(),
});
export type KeyNotes = z.infer<typeof keyNotesSchema>;

/** The mark of an origin that has no key. */
export const NO_KEY_MARK = 'none';

const nameOf = (origin: string) => `key:${origin}`;

export const freshNotes = (): KeyNotes => ({ mark: randomUUID(), scopes: null, account: null });

export function readKeyNotes(settings: StoredSettings, origin: string): KeyNotes | undefined {
  return settings.read(nameOf(origin), keyNotesSchema);
}

export function writeKeyNotes(settings: StoredSettings, origin: string, notes: KeyNotes): void {
  settings.write(nameOf(origin), notes);
}

/** To be called whenever a key was stored or changed: approvals given under the key before are void from here on. */
export function renewKeyNotes(settings: StoredSettings, origin: string): void {
  writeKeyNotes(settings, origin, freshNotes());
}

export function dropKeyNotes(settings: StoredSettings, origin: string): void {
  settings.remove(nameOf(origin));
}
