import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import { type MileValues, mileValuesSchema } from '#shared/contract/mile-values.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';

/** The name of the setting. */
export const MILE_VALUES = 'mileValues';

const NONE: MileValues = { currency: 'USD', values: [] };

export const storedMileValues = (settings: StoredSettings): MileValues =>
  settings.read(MILE_VALUES, mileValuesSchema) ?? NONE;

/** Reads and stores the user's value of a mile of each programme. */
export function mileValueHandlers(
  settings: StoredSettings,
  publish: Publish,
): ContractHandlers['mileValues'] {
  const read = () => storedMileValues(settings);
  return {
    read,
    save: (values) => {
      settings.write(MILE_VALUES, values);
      publish('changed', { topics: ['settings'] });
      return read();
    },
  };
}
