import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import { type MileValues, mileValuesSchema } from '#shared/contract/mile-values.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';

const NAME = 'mileValues';

const NONE: MileValues = { currency: 'USD', values: [] };

/** What a mile of each programme is worth to the user. */
export function mileValueHandlers(
  settings: StoredSettings,
  publish: Publish,
): ContractHandlers['mileValues'] {
  const read = () => settings.read(NAME, mileValuesSchema) ?? NONE;
  return {
    read,
    save: (values) => {
      settings.write(NAME, values);
      publish('changed', { topics: ['settings'] });
      return read();
    },
  };
}
