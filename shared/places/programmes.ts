import { ownEntry } from '../own-entry.ts';

/**
 * The programmes' own names, under the words that providers of award space use for them. As of November 2026, from the
 * programmes' own sites, in `site`. Others are shown in the service's word.
 */
type Programme = { name: string; short: string; site: string };

const programme = (name: string, short: string, site: string): Programme => ({
  name,
  short,
  site: `https://www.${site}`,
});

const PROGRAMMES: Readonly<Record<string, Programme>> = {
  aegean: programme('Aegean Miles+Bonus', 'Aegean', 'aegeanair.com'),
  aerlingus: programme('Aer Lingus AerClub', 'Aer Lingus', 'aerlingus.com'),
  aeromexico: programme('Aeromexico Rewards', 'Aeromexico', 'aeromexico.com'),
  aeroplan: programme('Air Canada Aeroplan', 'Aeroplan', 'aircanada.com'),
  airchina: programme('Air China PhoenixMiles', 'PhoenixMiles', 'airchina.com'),
  airindia: programme('Air India Maharaja Club', 'Air India', 'airindia.com'),
  airnewzealand: programme('Air New Zealand Airpoints', 'Airpoints', 'airnewzealand.com'),
  alaska: programme('Alaska Airlines Atmos Rewards', 'Alaska', 'alaskaair.com'),
  american: programme('American Airlines AAdvantage', 'AAdvantage', 'aa.com'),
  ana: programme('ANA Mileage Club', 'ANA', 'ana.co.jp'),
  asiana: programme('Asiana Club', 'Asiana', 'flyasiana.com'),
  asiamiles: programme('Cathay Asia Miles', 'Asia Miles', 'cathaypacific.com'),
  azul: programme('Azul Fidelidade', 'Azul', 'voeazul.com.br'),
  british_airways: programme('British Airways Executive Club', 'British Airways', 'britishairways.com'),
  cathay: programme('Cathay Asia Miles', 'Asia Miles', 'cathaypacific.com'),
  connectmiles: programme('Copa ConnectMiles', 'ConnectMiles', 'copaair.com'),
  delta: programme('Delta SkyMiles', 'SkyMiles', 'delta.com'),
  egyptair: programme('EgyptAir Plus', 'EgyptAir', 'egyptair.com'),
  emirates: programme('Emirates Skywards', 'Skywards', 'emirates.com'),
  ethiopian: programme('Ethiopian ShebaMiles', 'ShebaMiles', 'ethiopianairlines.com'),
  etihad: programme('Etihad Guest', 'Etihad', 'etihad.com'),
  eurobonus: programme('SAS EuroBonus', 'EuroBonus', 'flysas.com'),
  eva: programme('EVA Air Infinity MileageLands', 'EVA Air', 'evaair.com'),
  finnair: programme('Finnair Plus', 'Finnair', 'finnair.com'),
  flyingblue: programme('Air France–KLM Flying Blue', 'Flying Blue', 'flyingblue.com'),
  frontier: programme('Frontier Miles', 'Frontier', 'flyfrontier.com'),
  gulfair: programme('Gulf Air Falconflyer', 'Gulf Air', 'gulfair.com'),
  hawaiian: programme('Hawaiian Airlines Atmos Rewards', 'Hawaiian', 'hawaiianairlines.com'),
  iberia: programme('Iberia Club', 'Iberia', 'iberia.com'),
  jal: programme('JAL Mileage Bank', 'JAL', 'jal.co.jp'),
  jetblue: programme('JetBlue TrueBlue', 'TrueBlue', 'jetblue.com'),
  korean: programme('Korean Air SKYPASS', 'Korean Air', 'koreanair.com'),
  latam: programme('LATAM Pass', 'LATAM', 'latamairlines.com'),
  lifemiles: programme('Avianca LifeMiles', 'LifeMiles', 'lifemiles.com'),
  lufthansa: programme('Lufthansa Miles & More', 'Miles & More', 'miles-and-more.com'),
  malaysia: programme('Malaysia Airlines Enrich', 'Enrich', 'malaysiaairlines.com'),
  qantas: programme('Qantas Frequent Flyer', 'Qantas', 'qantas.com'),
  qatar: programme('Qatar Airways Privilege Club', 'Privilege Club', 'qatarairways.com'),
  royalairmaroc: programme('Royal Air Maroc Safar Flyer', 'Safar Flyer', 'royalairmaroc.com'),
  saudia: programme('Saudia AlFursan', 'AlFursan', 'saudia.com'),
  singapore: programme('Singapore Airlines KrisFlyer', 'KrisFlyer', 'singaporeair.com'),
  smiles: programme('GOL Smiles', 'Smiles', 'smiles.com.br'),
  southwest: programme('Southwest Rapid Rewards', 'Rapid Rewards', 'southwest.com'),
  spirit: programme('Free Spirit', 'Free Spirit', 'spirit.com'),
  tap: programme('TAP Miles&Go', 'Miles&Go', 'flytap.com'),
  thai: programme('Thai Royal Orchid Plus', 'Royal Orchid', 'thaiairways.com'),
  turkish: programme('Turkish Airlines Miles&Smiles', 'Miles&Smiles', 'turkishairlines.com'),
  united: programme('United MileagePlus', 'MileagePlus', 'united.com'),
  velocity: programme('Virgin Australia Velocity', 'Velocity', 'velocityfrequentflyer.com'),
  vietnam: programme('Vietnam Airlines Lotusmiles', 'Lotusmiles', 'vietnamairlines.com'),
  virginatlantic: programme('Virgin Atlantic Flying Club', 'Virgin Atlantic', 'virginatlantic.com'),
};

const known = (source: string): Programme | undefined => ownEntry(PROGRAMMES, source);

/** `Virgin Atlantic Flying Club`; the service's own word where it is not known. */
export const programmeLabel = (source: string): string => known(source)?.name ?? source;

const folded = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The programmes by every spelling of their names and the services' words. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(PROGRAMMES).flatMap(([source, { name, short }]) =>
    [source, name, short].map((spelling) => [folded(spelling), name]),
  ),
);

/** Equal for words of a service that mean the same programme, such as `united`, `UNITED` and `United MileagePlus`. */
export const programmeKey = (word: string): string => folded(programmeAccount(word)) || word;

export const isSameProgramme = (one: string, other: string): boolean =>
  programmeKey(one) === programmeKey(other);

/** `Virgin Atlantic`, where space is short; likewise. */
export const programmeShort = (source: string): string => known(source)?.short ?? source;

/** The programme's own site, with its award search; null where it is not known. */
export const programmeSite = (source: string): string | null => known(source)?.site ?? null;

/** Every programme's site: built-in addresses that a link may lead to. */
export const PROGRAMME_SITES: readonly string[] = Object.values(PROGRAMMES).map(({ site }) => site);

/** The programmes whose names pass a test. */
export const programmesNamed = (passes: (name: string) => boolean): string[] =>
  Object.entries(PROGRAMMES).flatMap(([source, { name }]) => (passes(name) ? [source] : []));

/**
 * The canonical word for a programme, however it is written: `cathay`, `asiamiles` and `Asia Miles` are one account of
 * the user's. An unknown word is its own.
 */
export const programmeAccount = (source: string): string =>
  ACCOUNTS.get(NAMES.get(folded(source)) ?? '') ?? source;

/** The first word of each programme, by its name. */
const ACCOUNTS: ReadonlyMap<string, string> = new Map(
  Object.entries(PROGRAMMES)
    .reverse()
    .map(([source, { name }]) => [name, source] as const),
);

/** Every known word of a programme. */
export const KNOWN_PROGRAMMES: readonly string[] = Object.keys(PROGRAMMES);

/** Whether a text is a usual spelling of one of them. */
export const isKnownProgramme = (text: string): boolean => NAMES.has(folded(text));
