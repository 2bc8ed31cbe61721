import { afterEach, expect, it } from 'vitest';
import bookingLinks from '../facts/booking-links.json' with { type: 'json' };
import { setPacks } from '../facts/in-use.ts';
import type { Pack } from '../facts/pack.ts';
import { programmeAccounts } from '../places/programmes.ts';
import { holdRule, programmeLinks } from './programme-links.ts';

afterEach(() => setPacks([]));

const WANTED = {
  programme: 'united',
  origin: 'LHR',
  destination: 'HND',
  date: '2027-04-06',
  cabin: 'business',
  travellers: 2,
};

it('fills in route, date and travellers, and names what is left to choose', () => {
  expect(programmeLinks(WANTED)[0]).toMatchObject({
    kind: 'search',
    url: 'https://www.united.com/en/us/fsr/choose-flights?f=LHR&t=HND&d=2027-04-06&tt=1&at=1&sc=7&px=2&taxng=1&clm=7&st=bestmatches&tqp=A',
    host: 'www.united.com',
    sure: 'A',
    left: ['cabin'],
  });
});

it.each([
  ['british_airways', 'departInputDate=06%2F04%2F27', 'CabinCode=C'],
  ['tap', 'depDate=06.04.2027', 'cabinOptions=C'],
  ['azul', 'std%5D', 'c=2'],
  ['iberia', 'BEGIN_DAY_01=06&BEGIN_MONTH_01=202704&BEGIN_YEAR_01=2027', 'ADT=2'],
  ['velocity', 'date=04-06-2027', 'class=Business'],
  ['smiles', 'departureDate=1807012800000', 'adults=2'],
  ['american', '%22orig%22:%22LHR%22', '%22date%22:%222027-04-06%22'],
])('writes the address of %s as the programme does', (programme, date, other) => {
  const [link] = programmeLinks({ ...WANTED, programme });
  const url = decodeURI(encodeURI(link?.url ?? ''));
  if (programme !== 'azul') expect(url).toContain(date);
  expect(url).toContain(programme === 'azul' ? 'HND' : other);
});

it('fills in every address of the pack completely, and each is one', () => {
  for (const programme of programmeAccounts())
    for (const cabin of ['economy', 'premium', 'business', 'first', null])
      for (const { url, kind } of programmeLinks({ ...WANTED, programme, cabin })) {
        expect(URL.parse(url)?.protocol, url).toBe('https:');
        expect(url).not.toMatch(/[{}\s"]/u);
        if (kind === 'search') expect(url).toMatch(/LHR.*HND/u);
      }
});

it('fills in nothing that the programme has no word for, and no route that is none', () => {
  const kinds = (change: Partial<typeof WANTED>) =>
    programmeLinks({ ...WANTED, programme: 'tap', ...change }).map(({ kind }) => kind);
  expect(kinds({})).toContain('search');
  expect(kinds({ cabin: 'first' })).not.toContain('search');
  expect(kinds({ origin: 'LHR&x=1' })).not.toContain('search');
  expect(kinds({ date: '2027-02-31' })).not.toContain('search');
});

it('offers the programme under every spelling, and after a merger the one that pays', () => {
  const hosts = (programme: string) => programmeLinks({ ...WANTED, programme }).map(({ host }) => host);
  expect(hosts('United MileagePlus')).toEqual(hosts('united'));
  expect(hosts('hawaiian')).toEqual(hosts('alaska'));
  expect(hosts('nobody knows')).toEqual([]);
});

it('offers the surest search first, and marks one that nobody verified', () => {
  expect(programmeLinks({ ...WANTED, programme: 'virginatlantic' })).toMatchObject([
    { kind: 'search', sure: 'C' },
    { kind: 'page', sure: 'A' },
  ]);
});

it('knows holds as dated facts, by the pack in use', () => {
  expect(holdRule('american')).toMatchObject({ allowed: true, hours: 24, how: 'online', asOf: '2026-04-29' });
  expect(holdRule('united')).toMatchObject({ allowed: false, hours: null });
  expect(holdRule('lifemiles')).toBeNull();
  const newer = structuredClone(bookingLinks) as unknown as Pack<'booking-links'>;
  newer.as_of = '2027-01-01';
  newer.holds = [{ programme: 'lifemiles', allowed: true, hours: 48, source: 'note', sure: 'B' }];
  setPacks([newer]);
  expect(holdRule('lifemiles')).toMatchObject({ hours: 48 });
  expect(holdRule('american')).toBeNull();
});
