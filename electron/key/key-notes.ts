import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { StoredSettings } from '../storage/stored-settings.ts';

/**
 * Stored metadata of an origin's key: a random mark that is renewed whenever the key changes, and the account and scopes
 * last read. The mark reveals nothing about the key; an approval given under another mark is void.
 */
const keyNotesSchema = z.object({
  mark: z.string(),
  scopes: z.array(z.string()).nullable(),
  account: z.string().nullable(),
  /** The issuer of a key that came from the service through OAuth; such a key can be revoked. */
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

/** To be called whenever a key is stored or changed: voids approvals given under the previous key. */
export function renewKeyNotes(settings: StoredSettings, origin: string): void {
  writeKeyNotes(settings, origin, freshNotes());
}

export function dropKeyNotes(settings: StoredSettings, origin: string): void {
  settings.remove(nameOf(origin));
}
