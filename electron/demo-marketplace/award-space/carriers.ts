import { ownEntry } from '#shared/own-entry.ts';
import { greatCircleKm } from '../../places/distance.ts';
import type { DemoAirport } from './airports.ts';
import { hashText, unit } from './random.ts';

/** A carrier. It flies between its hubs and the airports that it serves, within the range of its aircraft. */
export type DemoCarrier = {
  code: string;
  hubs: readonly string[];
  rangeKm: number;
  first: boolean;
  premium: boolean;
};

const LONG = 15_500;
const MEDIUM = 8_200;

function carrier(code: string, hubs: string, rangeKm = LONG, cabins = 'P'): DemoCarrier {
  return { code, hubs: hubs.split(' '), rangeKm, first: cabins.includes('F'), premium: cabins.includes('P') };
}

/** Real carriers with their real hubs. Cabins: F for first class, P for premium economy. */
const CARRIERS: readonly DemoCarrier[] = [
  carrier('AA', 'DFW CLT MIA PHL JFK LAX PHX ORD', LONG, 'FP'),
  carrier('UA', 'EWR ORD IAD SFO LAX IAH DEN'),
  carrier('DL', 'ATL JFK DTW MSP SLC SEA BOS LAX'),
  carrier('AS', 'SEA PDX SFO ANC LAX', MEDIUM),
  carrier('B6', 'JFK BOS FLL', MEDIUM, ''),
  carrier('AC', 'YYZ YUL YVR'),
  carrier('WS', 'YYC YYZ', 9_500),
  carrier('AM', 'MEX', 11_000, ''),
  carrier('CM', 'PTY', MEDIUM, ''),
  carrier('AV', 'BOG SAL', 10_000, ''),
  carrier('LA', 'SCL GRU LIM', LONG),
  carrier('G3', 'GRU GIG', 7_500, ''),
  carrier('AD', 'VCP CNF', 11_000, ''),
  carrier('AR', 'EZE', 12_500, ''),
  carrier('BA', 'LHR LGW LCY', LONG, 'FP'),
  carrier('VS', 'LHR MAN', 13_000),
  carrier('EI', 'DUB SNN', 9_500, ''),
  carrier('IB', 'MAD', 13_000),
  carrier('TP', 'LIS', 11_000, ''),
  carrier('AF', 'CDG', LONG, 'FP'),
  carrier('KL', 'AMS'),
  carrier('LH', 'FRA MUC', LONG, 'FP'),
  carrier('LX', 'ZRH GVA', LONG, 'FP'),
  carrier('OS', 'VIE', 12_500),
  carrier('SN', 'BRU', 9_500),
  carrier('SK', 'CPH ARN OSL', 12_000),
  carrier('AY', 'HEL', 12_500),
  carrier('LO', 'WAW', 12_000),
  carrier('TK', 'IST', LONG, ''),
  carrier('EK', 'DXB', LONG, 'FP'),
  carrier('QR', 'DOH', LONG, 'F'),
  carrier('EY', 'AUH', LONG, 'F'),
  carrier('SV', 'JED RUH', 13_500, 'F'),
  carrier('GF', 'BAH', 10_500, ''),
  carrier('RJ', 'AMM', 10_500, ''),
  carrier('ET', 'ADD', 13_500, ''),
  carrier('SA', 'JNB', 14_000, ''),
  carrier('KQ', 'NBO', 13_500, ''),
  carrier('AI', 'DEL BOM', LONG, 'FP'),
  carrier('SQ', 'SIN', 16_700, 'FP'),
  carrier('MH', 'KUL', 12_500, 'F'),
  carrier('TG', 'BKK', 12_500, 'F'),
  carrier('VN', 'SGN HAN', 14_500),
  carrier('GA', 'CGK', 12_500, 'F'),
  carrier('CX', 'HKG', LONG, 'FP'),
  carrier('CA', 'PEK CTU', LONG, 'FP'),
  carrier('MU', 'PVG KMG', LONG, 'F'),
  carrier('BR', 'TPE'),
  carrier('CI', 'TPE'),
  carrier('KE', 'ICN', LONG, 'F'),
  carrier('OZ', 'ICN', 12_500, ''),
  carrier('NH', 'HND NRT', LONG, 'FP'),
  carrier('JL', 'HND NRT', LONG, 'FP'),
  carrier('QF', 'SYD MEL BNE PER', 17_200, 'FP'),
  carrier('VA', 'SYD BNE MEL', MEDIUM, ''),
  carrier('NZ', 'AKL', 14_500),
  carrier('FJ', 'NAN', 10_500, ''),
  carrier('HA', 'HNL', MEDIUM, 'P'),
];

const BY_CODE = new Map(CARRIERS.map((known) => [known.code, known]));
export const carrierByCode = (code: string): DemoCarrier | undefined => BY_CODE.get(code);

/** Airports that nearly every long-haul carrier within range serves. */
const MAJOR = new Set(
  (
    'JFK EWR LAX SFO ORD MIA BOS IAD ATL DFW SEA YYZ YVR MEX GRU EZE SCL BOG LHR LGW CDG AMS FRA MUC ZRH MAD BCN FCO ' +
    'MXP LIS DUB CPH ARN VIE IST DXB DOH AUH JNB CPT NBO CAI DEL BOM SIN BKK KUL HKG TPE ICN NRT HND KIX PVG PEK MNL CGK SYD MEL AKL'
  ).split(' '),
);

/** The longest direct flight from airports with a short runway or a perimeter rule. */
const LONGEST_FLIGHT_KM: Record<string, number> = {
  LGA: 2_420,
  LCY: 1_900,
  DCA: 2_020,
  LIN: 1_600,
  TSA: 1_200,
  YTZ: 1_200,
  BMA: 700,
};

function serves(by: DemoCarrier, airport: DemoAirport, km: number): boolean {
  if (by.hubs.includes(airport.code)) return true;
  if (!airport.large && km > 4_500) return false;
  const chance = MAJOR.has(airport.code) ? 0.93 : km > 4_500 ? 0.16 : airport.large ? 0.55 : 0.25;
  return unit(hashText(`${by.code}>${airport.code}`)) < chance;
}

/** Whether the carrier can fly non-stop between two airports: one is its hub, the other in range. */
export function fliesDirect(by: DemoCarrier, from: DemoAirport, to: DemoAirport): boolean {
  const km = greatCircleKm(from, to);
  if (km < 250 || km > by.rangeKm) return false;
  if (
    km > (ownEntry(LONGEST_FLIGHT_KM, from.code) ?? Infinity) ||
    km > (ownEntry(LONGEST_FLIGHT_KM, to.code) ?? Infinity)
  )
    return false;
  // One end has to be a hub.
  return (
    (by.hubs.includes(from.code) && serves(by, to, km)) || (by.hubs.includes(to.code) && serves(by, from, km))
  );
}
