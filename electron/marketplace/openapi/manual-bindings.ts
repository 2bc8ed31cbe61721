import { z } from 'zod';
import type { StoredSettings } from '../../settings/stored-settings.ts';
import type { ManualBindings } from './binding.ts';

const schema = z.record(z.string(), z.record(z.string(), z.string()));
const NAME = 'bindings';

/** The bindings made by hand for one marketplace, among the settings. */
export function manualBindingsFor(settings: StoredSettings, identity: string) {
  const all = (): Record<string, Record<string, string>> => settings.read(NAME, schema) ?? {};
  return {
    read: (): ManualBindings => {
      const kept = all();
      return Object.hasOwn(kept, identity) ? (kept[identity] ?? {}) : {};
    },
    write: (bindings: ManualBindings): void => settings.write(NAME, { ...all(), [identity]: bindings }),
  };
}
