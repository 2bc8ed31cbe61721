import { z } from 'zod';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';

const NAME = 'about.version';

/** Whether `version` comes after `other`, both as `1.10.0`. */
function isAfter(version: string, other: string): boolean {
  const [one = [], two = []] = [version, other].map((each) => each.split('.').map(Number));
  const place = one.findIndex((part, at) => part !== two[at]);
  return place >= 0 && (one[place] ?? 0) > (two[place] ?? 0);
}

/**
 * Adds to what the page knows of the program the version before an update: told by the first run of a version alone, until
 * it is dismissed. The version is stored once a page asks, so that a run without a window takes nothing away.
 */
export function withUpdatedFrom(
  about: ContractHandlers['about'],
  settings: StoredSettings,
  version: string,
): ContractHandlers['about'] {
  let before: string | null | undefined;
  return {
    ...about,
    read: async () => {
      if (before === undefined) {
        const stored = settings.read(NAME, z.string().regex(/^\d+\.\d+\.\d+$/u)) ?? null;
        before = stored !== null && isAfter(version, stored) ? stored : null;
        if (stored !== version) settings.write(NAME, version);
      }
      return { ...(await about.read(undefined)), updatedFrom: before };
    },
    dismissUpdate: () => {
      before = null;
    },
  };
}
