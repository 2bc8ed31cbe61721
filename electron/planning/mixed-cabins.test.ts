import { expect, it } from 'vitest';
import { mixedCabins } from './mixed-cabins.ts';

const KM: Readonly<Record<string, number>> = { 'LHR-FRA': 650, 'FRA-HND': 9_350 };
const kilometres = async (from: string, to: string) => KM[`${from}-${to}`] ?? null;
const part = (cabin: string | null, origin: string, destination: string) => ({ cabin, origin, destination });

it('says what share of the way is flown in another cabin, rounded up', async () => {
  const parts = [part('economy', 'LHR', 'FRA'), part('J', 'FRA', 'HND')];
  expect(await mixedCabins(1, 'business', parts, kilometres)).toEqual({
    code: 'mixed_cabin',
    leg: 1,
    cabins: ['economy'],
    percent: 7,
  });
});

it('says nothing where every stated cabin is the requested one, whatever it is written as', async () => {
  const parts = [part('Business', 'LHR', 'FRA'), part(null, 'FRA', 'HND')];
  expect(await mixedCabins(0, 'business', parts, kilometres)).toBeNull();
  expect(await mixedCabins(0, 'premium', [part('Premium Economy', 'LHR', 'FRA')], kilometres)).toBeNull();
});

it('names no share where a distance is not known', async () => {
  const parts = [part('economy', 'LHR', 'XXX'), part('business', 'XXX', 'HND')];
  expect(await mixedCabins(0, 'business', parts, kilometres)).toMatchObject({ percent: null });
});
