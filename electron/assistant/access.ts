import { z } from 'zod';
import type { StoredSettings } from '../storage/stored-settings.ts';

const SETTING = 'assistants';

const accessSchema = z.object({
  /** UTC ms. */
  since: z.number(),
  /** The marketplace in use, which the data file does not hold elsewhere; null until the program has started with access on. */
  marketplace: z.object({ identity: z.string(), name: z.string(), demo: z.boolean() }).nullable(),
});
export type Access = z.infer<typeof accessSchema>;
export type AssistedMarketplace = NonNullable<Access['marketplace']>;

export const TURNED_OFF =
  'Milepost does not let assistants read. Its user can turn it on in Milepost under Settings, Assistants.';
export const NOT_STARTED =
  'Milepost has not seen yet that assistants are let in. Start it once, or open Settings where it runs.';

/** The question shown outside the page before assistants may read. */
export const turnOnQuestion = {
  title: 'Let assistants read what is stored?',
  words: [
    'Programs on this machine that you connect (such as Claude, Cursor or VS Code) may read your saved searches, records, trips, spending, what your wallet pays for, and notes that are not private.',
    'What they read may go to the makers of their models.',
    'They cannot read your key or your account at the marketplace, and cannot buy anything.',
  ],
  detail: 'You can turn it off at any time, and see what was read.',
  instead: 'Or run: npm run mcp -- --turn-on',
};

/** The access setting; undefined if off. */
export const readAccess = (settings: StoredSettings): Access | undefined =>
  settings.read(SETTING, accessSchema);

export const writeAccess = (settings: StoredSettings, access: Access): void =>
  settings.write(SETTING, access);

/** Lets assistants read. @param at UTC ms */
export function turnOn(settings: StoredSettings, at: number): void {
  if (readAccess(settings) === undefined) writeAccess(settings, { since: at, marketplace: null });
}

export const turnOff = (settings: StoredSettings): void => settings.remove(SETTING);
