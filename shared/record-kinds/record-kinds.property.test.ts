import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '../testing/proves.ts';
import { listNamed } from './record-kind.ts';
import { kindOfTool, RECORD_KINDS, requestedBy, unwrappedOutput } from './record-kinds.ts';
import { idInKey, keyWithSource } from './source-keys.ts';

const code = fc.constantFrom('JFK', 'LHR', 'HND', 'CDG');
const criteria = fc.record(
  {
    origin_airport: fc.uniqueArray(code, { minLength: 1 }).map((codes) => codes.sort().join(',')),
    destination_airport: fc.uniqueArray(code, { minLength: 1 }).map((codes) => codes.sort().join(',')),
    cabin: fc.constantFrom('economy', 'premium', 'business', 'first'),
    start_date: fc.constantFrom('2027-03-01', '2027-03-02'),
    end_date: fc.constantFrom('2027-03-30', '2027-03-31'),
    only_direct_flights: fc.constant(true),
  },
  { requiredKeys: ['origin_airport', 'destination_airport'] },
);

it('the input of a kind is read back as the same search, and by no other kind', () => {
  proves(0.75, [criteria], (search) => {
    for (const kind of RECORD_KINDS) {
      const input = kind.request(search);
      expect(requestedBy(input)).toEqual({ kind, criteria: search });
      expect(RECORD_KINDS.filter((each) => each.criteria(input) !== null)).toEqual([kind]);
    }
    return Object.keys(search).length > 2;
  });
});

it('any kind reads any output without failing, with a row for each raw record, as it came', () => {
  proves(0.2, [fc.jsonValue(), fc.constantFrom('data', 'offers', 'rows')], (value, name) => {
    for (const output of [value, { [name]: value }, { complete: true, [name]: [value, {}] }])
      for (const kind of RECORD_KINDS) {
        const { rows, isListed } = kind.read(output);
        const list = listNamed(output, kind.list);
        expect(isListed).toBe(list !== null);
        expect(rows.map(({ raw }) => raw)).toEqual(list ?? []);
        expect(() => kind.read(unwrappedOutput(kind, output))).not.toThrow();
      }
    return Array.isArray(value) && value.length > 0;
  });
});

it('a Tool is of one kind at most, and each kind has a source of its own', () => {
  const tools = [
    ['get.awardatlas.api-awards-search', '1', 'award_search'],
    ['get.awardatlas.api-awards-search', '2', undefined],
    ['get.seatledger.v1-award-offers', null, 'seat_offers'],
    ['get.seatledger.v1-award-nights', null, undefined],
    [null, null, undefined],
  ] as const;
  for (const [capabilityId, version, id] of tools) {
    expect(kindOfTool({ capabilityId, version })?.id).toBe(id);
    expect(
      RECORD_KINDS.filter((kind) => capabilityId !== null && kind.provider(capabilityId) !== null).length,
    ).toBeLessThan(2);
  }
  expect(new Set(RECORD_KINDS.map(({ source }) => source)).size).toBe(RECORD_KINDS.length);
});

it('the source’s ID can be read from the key of its record', () => {
  proves(
    0.65,
    [fc.string({ minLength: 1 }).filter((id) => id.trim() !== '' && !id.includes('\u001e'))],
    (id) => {
      expect(idInKey(keyWithSource('seat_offers', id) ?? '')).toBe(id);
      expect(idInKey(id)).toBe(id);
      return id.length > 1;
    },
  );
});
