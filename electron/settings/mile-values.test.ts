import { expect, it } from 'vitest';
import { type MileValues, mileValuesSchema } from '#shared/contract/mile-values.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { mileValueHandlers } from './mile-values.ts';

const value = (programme: string, units: string, currency = 'EUR') => ({
  programme,
  perMile: { currency, units, exponent: 6 as const },
});

it('what a mile is worth is stored until it is changed, and nothing is guessed before', async () => {
  const storage = emptyDataFile();
  const heard: unknown[] = [];
  const values = mileValueHandlers(storedSettings(storage.db), (_, payload) => heard.push(payload));
  expect(await values.read(undefined)).toEqual({ currency: 'USD', values: [] });
  const mine: MileValues = { currency: 'EUR', values: [value('aeroplan', '14500')] };
  expect(await values.save(mine)).toEqual(mine);
  expect(await values.read(undefined)).toEqual(mine);
  expect(heard).toEqual([{ topics: ['settings'] }]);
  storage.close();
});

it('values of two currencies, two of one programme, and values of nothing are refused', () => {
  const fits = (values: unknown) => mileValuesSchema.safeParse({ currency: 'EUR', values }).success;
  expect(fits([value('aeroplan', '14500'), value('united', '12000')])).toBe(true);
  expect(fits([value('aeroplan', '14500', 'USD')])).toBe(false);
  expect(fits([value('aeroplan', '14500'), value('aeroplan', '12000')])).toBe(false);
  expect(fits([value('aeroplan', '0')])).toBe(false);
  expect(fits([value('aeroplan', '12345678')])).toBe(false);
});
