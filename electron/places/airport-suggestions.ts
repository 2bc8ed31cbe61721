import { withNote } from '#shared/facts/in-use.ts';
import type { PackLine } from '#shared/facts/pack.ts';
import { countryName, foreignCountryNames, plainDate, plural } from '#shared/formats.ts';
import { MATCHES, type Match, matchRank } from '#shared/places/meant.ts';
import { airportLabel } from '#shared/places/names.ts';
import { type Airport, type CityNames, type Province, SIZES } from './airport.ts';
import { CITY_KM, type City, citiesOf } from './cities.ts';
import { createCityFinder } from './city-names.ts';
import { kilometresBetween } from './distance.ts';
import { type AirportChange, byBusyness, placeNote, placePack } from './place-pack.ts';
import { createTownFinder, type Town } from './towns.ts';
import { comparableName, createWordIndex, type IndexEntry, squashed } from './word-index.ts';

export type AirportSuggestion = {
  kind: 'airport' | 'city' | 'region' | 'near';
  /** The codes added by choosing it. */
  codes: string[];
  label: string;
  detail: string;
  match: Match;
  weight: number;
};

/** The parts of a suggestion that do not depend on the typed text. */
type Place = Omit<AirportSuggestion, 'match' | 'weight'>;

/** A match, before airports without flights are ranked last. */
type Found = AirportSuggestion & { isServed: boolean; isClosed?: boolean };

/** A closed airport that is named by its code or name stands where an open one would, and says what replaced it. */
const isRanked = ({ isServed, isClosed, match }: Found): boolean =>
  isServed || (isClosed === true && match !== 'alike');

const SCHEDULED_WEIGHTS: readonly number[] = [4, 2, 1, 0.8]; // by size, as SIZES
const UNSCHEDULED_WEIGHT = 0.2;
/** Cities with their own code are major destinations. */
const CODED_CITY_WEIGHT = 9;
const CITY_WEIGHT = 5;
/** The name of a region or country means it rather than an airport named after it. */
const REGION_WEIGHT = 8;
/** A state or province less than a large airport: `Santiago` is the city. */
const PROVINCE_WEIGHT = 3;
/** An island by its name means its airport rather than a town that is called so elsewhere. */
const SERVED_WEIGHT = 8.5;
const TOWN_WEIGHT = 0.5;
/** Most airports that are suggested together for a country. */
const MAX_OF_COUNTRY = 8;

const sentence = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** A factor for an airport's place in its area's list, which has the busiest first, or among the busiest of the world. */
type Busyness = (code: string) => number;

/** A traveller who names a city that several are called as means one of these: Barcelona is the one in Spain. */
const WORLDS_BUSIEST = 100;

function busynessInCities(): Busyness {
  const places = new Map(
    placePack().areas.flatMap(({ airports }) => airports.map((code, place) => [code, place] as const)),
  );
  const busiest = new Set(placePack().busiest.codes.slice(0, WORLDS_BUSIEST));
  return (code) => Math.max(busiest.has(code) ? 1.2 : 1, 2 - (places.get(code) ?? 10) * 0.2);
}

function airportEntry(
  [code, name, city, country, , , size, scheduled, other]: Airport,
  busyness: Busyness,
): IndexEntry {
  const weight = scheduled === 1 ? (SCHEDULED_WEIGHTS[size] ?? 1) * busyness(code) : UNSCHEDULED_WEIGHT;
  return { code, name, city, country: `${countryName(country)} ${country}`, other, weight };
}

function airportSuggestion(
  [code, name, city, country, , , size, scheduled]: Airport,
  change: AirportChange | undefined,
): Place {
  const place = [city, countryName(country)].filter((part) => part !== '').join(', ');
  const service =
    scheduled === 1
      ? codeBefore(change)
      : (closedLabel(change) ??
        (SIZES[size] === 'other' ? 'no scheduled flights' : 'no scheduled flights known'));
  return { kind: 'airport', codes: [code], label: `${name} (${code})`, detail: sentence([place, service]) };
}

/** `PBI until 18 Aug 2026`; empty where the code did not change. */
const codeBefore = (change: AirportChange | undefined): string =>
  change?.code_before === undefined || change.recoded === undefined
    ? ''
    : `${change.code_before} until ${plainDate(change.recoded)}`;

/** `closed on 8 Nov 2020, BER serves it now`; null where it is not known to have closed. */
function closedLabel(change: AirportChange | undefined): string | null {
  if (change?.closed === undefined) return null;
  const closed = `no scheduled flights since ${plainDate(change.closed)}`;
  const [next] = change.replaced_by ?? [];
  return next === undefined ? closed : `${closed}, now ${next}`;
}

/** The distinct words of an airport's names. */
const wordsOf = ([, name, city, , , , , , other]: Airport): Set<string> =>
  new Set(comparableName(`${name} ${city} ${other}`).split(' '));

/** Names shared by several airports of a city name the city; others distinguish its airports. */
function sharedLabel(city: City, airports: ReadonlyMap<string, Airport>): string {
  const counts = new Map<string, number>();
  for (const code of city.airports) {
    const airport = airports.get(code);
    for (const word of airport === undefined ? [] : wordsOf(airport))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].flatMap(([word, times]) => (times > 1 ? word : [])).join(' ');
}

function cityEntry(city: City, airports: ReadonlyMap<string, Airport>): IndexEntry {
  return {
    code: city.code ?? '',
    name: city.name,
    city: city.name,
    country: `${countryName(city.country)} ${city.country}`,
    other: [sharedLabel(city, airports), ...city.otherNames].join(' '),
    weight: city.code === null ? CITY_WEIGHT : CODED_CITY_WEIGHT,
  };
}

const citySuggestion = (city: City): Place => ({
  kind: 'city',
  codes: city.airports,
  label: `${city.name}, all airports${city.code === null ? '' : ` (${city.code})`}`,
  detail: sentence([city.airports.join(', '), countryName(city.country)]),
});

type Region = {
  name: string;
  airports: string[];
  otherNames: readonly string[];
  weight: number;
  /** The line of the pack that says so, if one does. */
  line?: PackLine | undefined;
};

/** Parts of the world, every country, and states and provinces, with the airports through which most travellers come. */
function regionsOf(airports: ReadonlyMap<string, Airport>, provinces: readonly Province[]): Region[] {
  const { regions, countries } = placePack();
  const isServed = (code: string) => airports.get(code)?.[7] === 1;
  const named = regions.map(({ name, airports: codes, aka = [], ...line }) => ({
    line,
    name,
    otherNames: aka,
    airports: codes.filter(isServed),
    weight: REGION_WEIGHT,
  }));
  const usual = new Map(countries.map((each) => [each.country, each] as const));
  const byCountry = Map.groupBy(
    byBusyness([...airports.values()]).filter(
      ([, , , country, , , , scheduled]) => country !== '' && scheduled === 1,
    ),
    ([, , , country]) => country,
  );
  // Of a city by its own name a country is not meant, though it is called so in some language: Brasilia.
  const cities = new Set(
    [...airports.values()].map(([, , city, country]) => `${comparableName(city)} ${country}`),
  );
  const ofCountries = [...byCountry].map(([country, own]) => ({
    line: usual.get(country),
    name: countryName(country),
    otherNames: [
      ...(usual.get(country)?.names ?? []),
      ...foreignCountryNames(country).filter((name) => !cities.has(`${comparableName(name)} ${country}`)),
    ],
    airports:
      usual.get(country)?.airports?.filter(isServed) ??
      own
        .filter((row, _place, [first]) => row[6] === first?.[6])
        .slice(0, MAX_OF_COUNTRY)
        .map(([code]) => code),
    weight: REGION_WEIGHT,
  }));
  const taken = new Set(ofCountries.map(({ name }) => comparableName(name)));
  const usualOnes = [...named.filter(({ name }) => !taken.has(comparableName(name))), ...ofCountries];
  const handMade = new Set(
    named.flatMap(({ name, otherNames }) => [name, ...otherNames].map(comparableName)),
  );
  const ofProvinces = provinces
    .filter(([name]) => !handMade.has(comparableName(name)))
    .map(([name, country, codes]) => ({
      name: `${name}, ${countryName(country)}`,
      otherNames: [name],
      airports: codes.split(' ').filter(isServed),
      weight: PROVINCE_WEIGHT,
    }));
  return [...usualOnes, ...ofProvinces].filter((region) => region.airports.length > 0);
}

const regionSuggestion = ({ name, airports }: Region): Place => ({
  kind: 'region',
  codes: airports,
  label: `${name}, ${plural(airports.length, 'airport')}`,
  detail: airports.join(', '),
});

type Served = ReturnType<typeof placePack>['served'][number];

/** Airports farther apart do not serve one place: the user chooses. */
const PLACE_KM = 120;

/** Whether the airports of a place are near each other, as those of a city are. */
function areTogether(codes: readonly string[], airports: ReadonlyMap<string, Airport>): boolean {
  const rows = codes.flatMap((code) => {
    const row = airports.get(code);
    return row === undefined ? [] : [row];
  });
  return rows.every((row) => rows.every((other) => kilometresBetween(row, other) <= PLACE_KM));
}

/** An island or a city by another name, or a place with the airports that serve it and how far they are. */
function servedSuggestion(
  { name, airports: codes, at }: Served,
  airports: ReadonlyMap<string, Airport>,
): Place {
  if (at !== undefined) return nearSuggestion({ name, country: '', at }, codes, airports);
  return {
    kind: areTogether(codes, airports) ? (codes.length > 1 ? 'city' : 'airport') : 'region',
    codes: [...codes],
    label: name,
    detail: codes.map((code) => `${airports.get(code)?.[1] ?? code} (${code})`).join(', '),
  };
}

/** `Kyoto, Japan: no airport of its own` · `ITM 36 km, KIX 75 km`; of what has one beside it, `airports nearby`. */
function nearSuggestion(
  { name, country, at }: Town,
  codes: readonly string[],
  airports: ReadonlyMap<string, Airport>,
): Place {
  const here: Airport = ['', '', '', country, at[0], at[1], 0, 0, '', '', '', 0];
  const far = codes.flatMap((code) => {
    const airport = airports.get(code);
    return airport === undefined ? [] : { code, km: Math.round(kilometresBetween(here, airport)) };
  });
  const isBeside = far.some(({ km }) => km <= OWN_KM);
  const place = country === '' ? name : `${name}, ${countryName(country)}`;
  return {
    kind: 'near',
    codes: [...codes],
    label: `${place}: ${isBeside ? 'airports nearby' : 'no airport of its own'}`,
    detail: far.map(({ code, km }) => `${code} ${km} km`).join(', '),
  };
}

/** Nearer than this, an airport with a town's name is the town's own. */
const OWN_KM = 15;
const NEAR_MOST = 3;
/** Small airports count as so many kilometres farther away: fewer airlines fly there. */
const SIZE_KM = [0, 40, 90, 300];
/** Beyond this only the nearest is named. */
const NEAR_KM = 150;

/** The airports that serve a town: the nearest, big ones before small ones. */
function airportsFor({ at, country }: Town, served: readonly Airport[]): string[] {
  const here: Airport = ['', '', '', country, at[0], at[1], 0, 0, '', '', '', 0];
  const found = served
    .map((airport) => ({
      code: airport[0],
      far: kilometresBetween(here, airport),
      effort: kilometresBetween(here, airport) + (SIZE_KM[airport[6]] ?? 300),
    }))
    .sort((a, b) => a.effort - b.effort)
    .slice(0, NEAR_MOST);
  return found.filter(({ far }, place) => place === 0 || far <= NEAR_KM).map(({ code }) => code);
}

/** Full names of a place and of its country, and the further names of an airport. */
type Names = { own: ReadonlySet<string>; country: readonly string[]; further?: readonly string[] };

const NO_NAMES: ReadonlySet<string> = new Set();

/** Whether every typed word is one of a place's names, and not merely the beginning of one: Gobi is no Gobind Singh. */
function isNamedBy(typed: string, { own, country, further = [] }: Names): boolean {
  const words = new Set([...own, ...country].flatMap((name) => name.split(' ')));
  return further.includes(typed) || typed.split(' ').every((word) => words.has(word));
}

/** Also without spaces: `La Guardia` is LaGuardia. */
const namesOf = (country: string, ...own: readonly string[]): Names => ({
  own: new Set(
    own
      .map(comparableName)
      .flatMap((name) => [name, squashed(name)])
      .filter((name) => name !== ''),
  ),
  country: [comparableName(countryName(country))],
});

function matchOf(typed: string, names: Names, asTyped: boolean): Match {
  if (names.own.has(typed) || names.own.has(squashed(typed))) return 'whole';
  if (names.country.includes(typed)) return 'country';
  if (!asTyped) return 'alike';
  return isNamedBy(typed, names) ? 'words' : 'begins';
}

/**
 * The airports of a place whose names in other languages are its own: those that are called so in one of them, as Zhuliany
 * is Kiev, and otherwise the first, or the first that has any and lies in the city of that name.
 */
function translatedCodes(
  { suggestion: { codes }, names: { own } }: { suggestion: Place; names: Names },
  airports: ReadonlyMap<string, Airport>,
  abroad: ReadonlyMap<string, string>,
): string[] {
  const [first = ''] = codes;
  if (codes.length === 1) return [first];
  const isIn = (code: string) => abroad.has(code) && own.has(comparableName(airports.get(code)?.[2] ?? ''));
  const called = codes.filter((code) =>
    abroad
      .get(code)
      ?.split(', ')
      .some((name) => own.has(name)),
  );
  return [...new Set([codes.find(isIn) ?? first, ...called])];
}

/** Drops a place that adds the same airports under the same match as one before it, such as an island and its airport. */
const isNew = (found: Found, place: number, all: readonly Found[]): boolean =>
  found.kind === 'region' ||
  !all
    .slice(0, place)
    .some(
      (other) =>
        other.kind !== 'region' &&
        other.match === 'whole' &&
        found.match === 'whole' &&
        other.codes.join() === found.codes.join(),
    );

/** Orders places with flights first, then by match, then namesakes by weight; otherwise as found. */
const byMatch = (a: Found, b: Found): number =>
  Number(isRanked(b)) - Number(isRanked(a)) ||
  matchRank(a.match) - matchRank(b.match) ||
  (a.match === 'whole' ? b.weight - a.weight || Number(b.kind === 'city') - Number(a.kind === 'city') : 0) ||
  (a.match === 'country'
    ? Number(b.kind === 'region') - Number(a.kind === 'region') || b.weight - a.weight
    : 0);

/** As likely meant as one of the world's busiest airports, a coded city or an island of the same name. */
const RIVALS = 1_000;

/**
 * Airports of other places that are called as the first is weigh as much, so that the user is asked: San José in Costa Rica.
 * @param isRival whether an airport is such a one
 */
function weighRivals(
  sorted: readonly Found[],
  isRival: (code: string, best: Found) => boolean,
): readonly Found[] {
  const [best] = sorted;
  if (best === undefined || best.match !== 'whole' || !['airport', 'city'].includes(best.kind)) return sorted;
  return sorted.map((found) =>
    found.kind === 'airport' && found.match === 'whole' && found.codes.every((code) => isRival(code, best))
      ? { ...found, weight: best.weight }
      : found,
  );
}

/** What is typed names an airport rather than the region that is called so. */
const AIRPORT = /\b(?:airport|international)\b/iu;

/** With so many airports beside those of a city, a country that is called as it is may well be meant: Mexico. */
const WIDE = 3;

/** A country or region stands before a smaller place that is called as it is: Wales before one in Alaska. */
function putRegionsFirst(sorted: readonly Found[], text: string): Found[] {
  const [best] = sorted;
  const isBigger = ({ kind, match, codes, weight }: Found) => {
    if (best === undefined || best.match === 'code' || kind !== 'region' || match !== 'country') return false;
    const others = codes.filter((code) => !best.codes.includes(code)).length;
    const isElsewhere = weight > best.weight && others === codes.length;
    return (isElsewhere || (weight >= REGION_WEIGHT && others >= WIDE)) && !AIRPORT.test(text);
  };
  return [...sorted.filter(isBigger), ...sorted.filter((found) => !isBigger(found))];
}

/**
 * Suggests airports, cities and regions for a typed text: an exact code first, then full names, then names with some of
 * the words, the biggest first. Airports without scheduled flights come last, whatever their code: "tok" should suggest
 * Tokyo before Torokina.
 */
export function createAirportSuggestions(
  airports: ReadonlyMap<string, Airport>,
  cityNames: readonly CityNames[],
  towns: string,
  provinces: readonly Province[],
): (text: string, limit: number) => AirportSuggestion[] {
  const cities = citiesOf(airports);
  const busyness = busynessInCities();
  const busiest = placePack().busiest.codes;
  const famous = new Set(busiest.slice(0, WORLDS_BUSIEST));
  const rivals = new Set(busiest.slice(0, RIVALS));
  const changes = new Map(placePack().airports.map((change) => [change.code, change] as const));
  const areas = new Map(placePack().areas.map((area) => [area.code, area] as const));
  const places = [
    ...[...airports.values()].map((airport) => ({
      entry: airportEntry(airport, busyness),
      names: {
        ...namesOf(
          airport[3],
          airport[1],
          airport[2],
          airportLabel(airport[0]),
          ...(changes.get(airport[0])?.aka ?? []),
        ),
        further: airport[8].split(', ').map(comparableName),
      },
      suggestion: airportSuggestion(airport, changes.get(airport[0])),
      line: changes.get(airport[0]),
      isServed: airport[7] === 1,
    })),
    ...cities.map((city) => ({
      entry: cityEntry(city, airports),
      names: namesOf(city.country, city.name, ...city.otherNames),
      suggestion: citySuggestion(city),
      line: areas.get(city.code ?? ''),
      isServed: true,
    })),
    ...regionsOf(airports, provinces).map((region) => ({
      entry: {
        code: '',
        name: region.name,
        city: '',
        country: '',
        other: region.otherNames.join(' '),
        weight: region.weight,
      },
      // Treated as a country's name: its airports are suggested, never chosen automatically.
      names: { own: NO_NAMES, country: [region.name, ...region.otherNames].map(comparableName) },
      suggestion: regionSuggestion(region),
      line: region.line,
      isServed: true,
    })),
    ...placePack().served.map((place) => ({
      entry: {
        code: '',
        name: place.name,
        city: '',
        country: '',
        other: (place.aka ?? []).join(' '),
        weight: SERVED_WEIGHT,
      },
      names: namesOf('', place.name, ...(place.aka ?? [])),
      suggestion: servedSuggestion(place, airports),
      line: place,
      isServed: true,
    })),
  ];
  const findTowns = createTownFinder(towns);
  const served = [...airports.values()].filter(([, , , , , , , scheduled]) => scheduled === 1);
  const find = createWordIndex(places.map(({ entry }) => entry));
  const findAbroad = createCityFinder(cityNames);
  const byCode = Map.groupBy(places, ({ entry }) => entry.code);
  /** Airports by the code that they had before. */
  const byCodeBefore = new Map(
    [...changes.values()].flatMap(({ code, code_before }) =>
      code_before === undefined ? [] : [[code_before, code] as const],
    ),
  );
  const abroadOf = new Map(
    cityNames.flatMap(([codes, names]) => codes.split(' ').map((code) => [code, names] as const)),
  );
  /** Airports by their code, and cities by those whose names in other languages are theirs. */
  const byAirport = Map.groupBy(
    places
      .filter(({ suggestion: { kind } }) => kind === 'airport' || kind === 'city')
      .flatMap((place) => translatedCodes(place, airports, abroadOf).map((code) => ({ code, place }))),
    ({ code }) => code,
  );
  /** Whether an airport that has a town's name lies in it: Ciampino, Guarulhos. */
  const isAirportOf = (
    { at, country }: Town,
    typed: string,
    { kind, codes: [code = ''] }: Place,
  ): boolean => {
    const airport = kind === 'airport' ? airports.get(code) : undefined;
    if (airport === undefined) return false;
    const here: Airport = ['', '', '', country, at[0], at[1], 0, 0, '', '', '', 0];
    return (
      kilometresBetween(here, airport) <= OWN_KM &&
      typed.split(' ').every((word) => wordsOf(airport).has(word))
    );
  };
  return (text, limit) => {
    const code = text.trim().toUpperCase();
    const typed = comparableName(text);
    const matches = new Map<(typeof places)[number], Match>();
    const add = (place: (typeof places)[number], match: Match): void => {
      const held = matches.get(place);
      if (held === undefined || MATCHES.indexOf(match) < MATCHES.indexOf(held)) matches.set(place, match);
    };
    for (const place of code === '' ? [] : (byCode.get(code) ?? [])) add(place, 'code');
    for (const place of byCode.get(byCodeBefore.get(code) ?? '-') ?? []) add(place, 'words');
    for (const { place: at, asTyped } of find(text)) {
      const place = places[at];
      if (place !== undefined) add(place, matchOf(typed, place.names, asTyped));
    }
    const abroad = [...findAbroad(text)].flatMap(([airport, match]) =>
      (byAirport.get(airport) ?? []).map(({ place }) => ({ place, match })),
    );
    abroad.sort((a, b) => b.place.entry.weight - a.place.entry.weight);
    // The beginning of a name in another language, `Kanto` of Kanton, is only like what was typed.
    for (const { place, match } of abroad) add(place, match === 'words' ? 'alike' : match);
    // What a closed airport's flights went to stands beside it, to be chosen.
    for (const [{ suggestion }, match] of [...matches])
      for (const next of changes.get(suggestion.codes[0] ?? '')?.replaced_by ?? [])
        for (const place of suggestion.kind === 'airport' ? (byCode.get(next) ?? []) : [])
          add(place, match === 'code' || match === 'whole' ? 'country' : 'alike');
    const townsOfName = findTowns(typed).filter((town) => {
      const own = [...matches].find(
        ([place, match]) =>
          (match === 'words' || match === 'begins') &&
          place.isServed &&
          isAirportOf(town, typed, place.suggestion),
      );
      if (own !== undefined) add(own[0], 'whole');
      return own === undefined;
    });
    // A country, a state or an airport by its whole name is not a town that is called so.
    const isWhole = [...matches].some(
      ([{ isServed }, match]) => isServed && (match === 'whole' || match === 'country'),
    );
    // `Goa` is the state rather than the code of Genoa; `GOA` is that.
    if (isWhole && text.trim() !== code)
      for (const [place, match] of matches) if (match === 'code') matches.set(place, 'alike');
    const near = (isWhole ? [] : townsOfName).map(
      (town): Found => ({
        ...nearSuggestion(town, airportsFor(town, served), airports),
        match: 'whole',
        weight: TOWN_WEIGHT,
        isServed: true,
      }),
    );
    const known = [...matches].map(
      ([{ suggestion, entry, isServed, line }, match]): Found => ({
        ...suggestion,
        detail: line === undefined ? suggestion.detail : withNote(suggestion.detail, placeNote(line)),
        match,
        weight: entry.weight,
        isServed,
        isClosed: changes.get(entry.code)?.closed !== undefined,
      }),
    );
    const isRival = (code: string, { codes: [first = ''], weight }: Found) => {
      const [there, here] = [airports.get(code), airports.get(first)];
      const isFamous = famous.has(first) || weight >= SERVED_WEIGHT;
      return (
        there?.[7] === 1 &&
        here !== undefined &&
        comparableName(there[2]) === typed &&
        (rivals.has(code) || !isFamous) &&
        kilometresBetween(there, here) > CITY_KM
      );
    };
    return weighRivals(putRegionsFirst([...near, ...known].sort(byMatch), text), isRival)
      .filter(isNew)
      .slice(0, limit)
      .map(({ isServed, isClosed: _isClosed, ...suggestion }) =>
        isServed ? suggestion : { ...suggestion, match: 'unserved' },
      );
  };
}
