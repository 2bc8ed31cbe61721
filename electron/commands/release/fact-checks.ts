/** What the packs of facts must fulfil: their age, what they cover, and that they agree with each other. Pure. */
import type { CalendarDate } from '#shared/dates.ts';
import type { Pack, PackKind } from '#shared/facts/pack.ts';
import { checkPack } from '../../facts/pack-checks.ts';
import { mayBeBundled } from './licences.ts';

export type Packs = { [Kind in PackKind]: Pack<Kind> };

/** What must be covered beside what the packs name themselves. */
export type WantedFacts = {
  /** The carriers and programmes of the embedded marketplace, by code and by a service's word. */
  carriers: readonly string[];
  programmes: readonly string[];
  /** Airports with scheduled flights that have a name, and those with a city, by code. */
  namedAirports: ReadonlySet<string>;
};

/** The busiest airports that must have names and cities. */
const BUSIEST = 400;

/** Airlines that award seats are searched on: the members of the alliances, those that fly for them, and partners. */
export const AWARD_AIRLINES: readonly string[] =
  `2T 3L 4C 4Y 4Z 5D 5J 5Z 6E 6J 7C 7G 8M 9C 9E A0 A3 A5 A9 AA AC AD AE AF AG AH AI AM AR AS AT AV AY AZ B6 B7 BA BC BF BI
  BR BT BW BX CA CI CJ CL CM CX CY CZ DE DL DT DY EH EI EK EN ET EW EY F9 FA FI FJ FM FN FY FZ G3 G4 G7 G9 GA GF GK GQ GS H2
  HA HD HM HO HU HX HY I2 IB IX J2 J9 JA JJ JL JQ JU JX K6 KC KE KL KM KP KQ KU KX LA LG LH LJ LL LO LP LX ME MF MH MK MM
  MQ MS MU N7 NF NH NT NU NZ OA OD OH OO OS OU OV OZ P4 P5 PA PC PD PG PK PR PT PX QF QH QK QP QR QX RF RJ RO RS RV RX S4
  SA SB SC SK SN SP SQ SS SU SV TG TK TM TN TP TR TS TU TW TX UA UB UL UP UU UX V7 VA VF VJ VN VS VY W3 WB WK WN WR WS WY
  XL XY YP YV YW YX ZE ZG ZH`.split(/\s+/u);

/** Sources from which nothing was copied need no licence to bundle them. */
const FREE = new Set(['facts only', 'public domain']);

const twice = (all: readonly string[]): string[] => all.filter((each, place) => all.indexOf(each) !== place);

/** What a pack fails alone, each in a sentence. */
export function packFailures(pack: Pack): string[] {
  const { failures = [] } = checkPack(pack) as { failures?: string[] };
  const unlicensed = Object.entries(pack.sources).flatMap(([key, { licence }]) =>
    FREE.has(licence) || mayBeBundled(licence)
      ? []
      : [`${pack.pack}: “${licence}” of ${key} may not be bundled.`],
  );
  return [...failures, ...unlicensed];
}

/** What the packs fail on a day, each in a sentence. */
export function factFailures(packs: Packs, wanted: WantedFacts, today: CalendarDate): string[] {
  const all: Pack[] = Object.values(packs);
  const alone = all.flatMap(packFailures);
  if (alone.length > 0) return alone;
  const age = all.flatMap(({ pack, valid_until }) =>
    valid_until < today ? [`${pack}: past its date since ${valid_until}.`] : [],
  );
  return [
    ...age,
    ...airlineFailures(packs, wanted),
    ...programmeFailures(packs, wanted, today),
    ...placeFailures(packs, wanted),
  ];
}

function airlineFailures({ airlines, programmes }: Packs, { carriers }: WantedFacts): string[] {
  const flying = new Set(airlines.lines.flatMap(({ code, ended }) => (ended === undefined ? code : [])));
  const icao = airlines.lines.flatMap(({ icao, ended }) =>
    icao === undefined || ended !== undefined ? [] : icao,
  );
  const named = programmes.lines.flatMap(({ ended, airlines: own }) => (ended === undefined ? own : []));
  return [
    ...twice(airlines.lines.map(({ code }) => code)).map((code) => `airlines: ${code} is there twice.`),
    ...twice(icao).map((code) => `airlines: two airlines have the ICAO code ${code}.`),
    ...[...new Set([...AWARD_AIRLINES, ...carriers, ...named])].flatMap((code) =>
      flying.has(code) ? [] : [`airlines: nobody flies as ${code}, which is wanted.`],
    ),
    ...airlines.lines.flatMap(({ code, now }) =>
      now === undefined || flying.has(now) ? [] : [`airlines: ${code} became ${now}, which nobody flies as.`],
    ),
  ];
}

function programmeFailures(
  { airlines, programmes, transfers, 'booking-links': links }: Packs,
  wanted: WantedFacts,
  today: CalendarDate,
): string[] {
  const words = new Set(programmes.lines.flatMap(({ word, words = [] }) => [word, ...words]));
  const banks = new Set(transfers.banks.map(({ bank }) => bank));
  const used = [
    ...wanted.programmes,
    ...transfers.lines.map(({ programme }) => programme),
    ...transfers.bonuses.map(({ programme }) => programme),
    ...transfers.pools.flatMap(({ programmes: own }) => own),
    ...transfers.households.map(({ programme }) => programme),
    ...[...links.lines, ...links.holds].map(({ programme }) => programme),
    ...programmes.lines.flatMap(({ merged_into }) => merged_into ?? []),
  ];
  const allianceOf = new Map(airlines.lines.map((line) => [line.code, line] as const));
  return [
    ...twice(programmes.lines.map(({ word }) => word)).map((word) => `programmes: ${word} is there twice.`),
    ...[...new Set(used)].flatMap((word) => (words.has(word) ? [] : [`programmes: ${word} is wanted.`])),
    ...[...transfers.lines, ...transfers.bonuses].flatMap(({ bank }) =>
      banks.has(bank) ? [] : [`transfers: ${bank} has no name.`],
    ),
    ...twice(transfers.households.map(({ programme }) => programme)).map(
      (word) => `transfers: the household of ${word} is there twice.`,
    ),
    ...transfers.households.flatMap(({ programme, counts, sure }) =>
      counts && sure === 'C'
        ? [`transfers: the household of ${programme} counts without a good source.`]
        : [],
    ),
    ...twice(links.holds.map(({ programme }) => programme)).map(
      (word) => `booking-links: the holds of ${word} are there twice.`,
    ),
    ...twice(transfers.lines.map(({ bank, programme }) => `${bank} to ${programme}`)).map(
      (pair) => `transfers: ${pair} is there twice.`,
    ),
    ...programmes.lines.flatMap(({ word, ended, alliance, alliance_until = '9999', airlines: own }) => {
      const [first] = own.flatMap((code) => allianceOf.get(code) ?? []);
      if (ended !== undefined || first === undefined) return [];
      const isMember = (first.alliance_from ?? '') <= today && today <= (first.alliance_until ?? '9999');
      const its = isMember ? first.alliance : undefined;
      const here = today <= alliance_until ? alliance : undefined;
      return its === here ? [] : [`programmes: ${word} is in ${here}, and ${first.code} in ${its}.`];
    }),
  ];
}

function placeFailures({ places }: Packs, { namedAirports }: WantedFacts): string[] {
  const named = [
    ...places.areas.map(({ name, airports }) => [`area ${name}`, airports] as const),
    ...places.regions.map(({ name, airports }) => [`region ${name}`, airports] as const),
    ...places.served.map(({ name, airports }) => [name, airports] as const),
    ...places.countries.map(({ country, airports = [] }) => [`country ${country}`, airports] as const),
    ...places.airports.map(({ code, replaced_by = [] }) => [`what replaced ${code}`, replaced_by] as const),
    ['the busiest', places.busiest.codes.slice(0, BUSIEST)] as const,
  ];
  return [
    ...(places.busiest.codes.length < BUSIEST ? [`places: fewer than ${BUSIEST} busiest airports.`] : []),
    ...twice(places.airports.map(({ code }) => code)).map((code) => `places: ${code} is there twice.`),
    ...twice(places.areas.map(({ code }) => code)).map((code) => `places: the area ${code} is there twice.`),
    ...named.flatMap(([what, codes]) =>
      codes.flatMap((code) =>
        namedAirports.has(code) ? [] : [`places: ${what}: ${code} has no flights or no name.`],
      ),
    ),
  ];
}
