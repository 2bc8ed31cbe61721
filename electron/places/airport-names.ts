/**
 * Derives travellers' names of airports for `shared/places/airport-names.json`, which lets both processes format names
 * without a request.
 */
import { countryName } from '#shared/formats.ts';
import type { AirportName } from '#shared/places/names.ts';
import type { Airport } from './airport.ts';
import { citiesOf } from './cities.ts';

/** Parses alternating codes and names. */
function named(text: string): ReadonlyMap<string, string> {
  return new Map(text.split(/,\s+/).map((entry) => [entry.slice(0, 3), entry.slice(4)] as const));
}

/** Common names of airports in cities that have several. */
const WELL_KNOWN: ReadonlyMap<string, string> = named(
  `LHR Heathrow, LGW Gatwick, STN Stansted, LTN Luton, LCY London City, SEN Southend, JFK JFK, EWR Newark, LGA LaGuardia,
  HND Haneda, NRT Narita, CDG Charles de Gaulle, ORY Orly, BVA Beauvais, ORD O’Hare, MDW Midway, IAD Dulles, DCA Reagan,
  BWI Baltimore, SFO San Francisco, OAK Oakland, SJC San José, LAX Los Angeles, SNA Orange County, BUR Burbank,
  ONT Ontario, LGB Long Beach, MIA Miami, FLL Fort Lauderdale, PBI West Palm Beach, DFW Dallas–Fort Worth,
  DAL Love Field, IAH Houston, HOU Houston Hobby, DTW Detroit, YIP Willow Run, YYZ Pearson, YTZ Billy Bishop,
  YUL Trudeau, YHU Saint-Hubert, FCO Fiumicino, CIA Ciampino, MXP Malpensa, LIN Linate, BGY Bergamo, VCE Marco Polo,
  TSF Treviso, ARN Arlanda, BMA Bromma, NYO Skavsta, VST Västerås, OSL Gardermoen, TRF Torp, BRU Zaventem, CRL Charleroi,
  GLA Glasgow, PIK Prestwick, BFS Belfast, BHD Belfast City, KEF Keflavík, RKV Reykjavík City, SVO Sheremetyevo,
  DME Domodedovo, VKO Vnukovo, ZIA Zhukovsky, OTP Otopeni, BBU Băneasa, IST Istanbul, SAW Sabiha Gökçen, DXB Dubai,
  DWC Al Maktoum, IKA Imam Khomeini, THR Mehrabad, KIX Kansai, ITM Itami, UKB Kobe, NGO Chubu, NKM Komaki, CTS New Chitose,
  OKD Okadama, ICN Incheon, GMP Gimpo, PVG Pudong, SHA Hongqiao, PEK Beijing Capital, PKX Daxing, TFU Tianfu,
  CTU Shuangliu, TPE Taoyuan, TSA Songshan, BKK Suvarnabhumi, DMK Don Mueang, CGK Soekarno–Hatta, HLP Halim,
  KUL Kuala Lumpur, SZB Subang, MEL Melbourne, AVV Avalon, JNB O. R. Tambo, HLA Lanseria, EZE Ezeiza, AEP Aeroparque,
  GRU Guarulhos, CGH Congonhas, VCP Viracopos, GIG Galeão, SDU Santos Dumont, CNF Confins, PLU Pampulha, TFS Tenerife South,
  TFN Tenerife North, SEA Seattle, BFI Boeing Field, MDE Medellín, EOH Olaya Herrera, JRO Kilimanjaro, ARK Arusha`,
);

/** Common names of cities that the data names after a village or district, or in the local language. */
const CITIES: ReadonlyMap<string, string> = named(
  `HKG Hong Kong, FRA Frankfurt, HHN Frankfurt, BSL Basel, CGN Cologne, ANU Antigua, AUA Aruba, CUR Curaçao, CAY Cayenne,
  CEB Cebu, ACE Lanzarote, FUE Fuerteventura, LPA Gran Canaria, MAH Menorca, MEX Mexico City, GDL Guadalajara,
  MTY Monterrey, BJX León, MVD Montevideo, MFM Macau, MLA Malta, MRU Mauritius, NAP Naples, FLR Florence, GOA Genoa,
  TRN Turin, SVQ Seville, VRN Verona, PVD Providence, BTV Burlington, GSP Greenville, ISB Islamabad, GOI Goa,
  KRS Kristiansand, FEZ Fez, RUN Réunion, SDJ Sendai, USM Koh Samui, UPG Makassar, UVF Saint Lucia, VRA Varadero,
  VVO Vladivostok, XNN Xining, DPS Bali, LOP Lombok, NQZ Astana, TYS Knoxville, RDU Raleigh–Durham, MWX Muan,
  BDJ Banjarmasin, ILO Iloilo, MPH Caticlan, BAH Bahrain, KWI Kuwait, DMM Dammam, EBL Erbil, ASU Asunción, SJD Los Cabos,
  STT St Thomas, STX St Croix, BGI Barbados, SXM St Maarten, GCM Grand Cayman, KOA Kona, NTL Newcastle, DEL Delhi`,
);

/** Words in nearly every airport's name. */
const COMMON = /\b(airport|international|intl|regional|municipal|metropolitan|aeropuerto|aéroport)\b/giu;

/** The part of an airport's name that is not its city's; may be empty. */
function ownName(name: string, city: string): string {
  const bare = name
    .replace(COMMON, ' ')
    .replace(city, ' ')
    .replace(/^[\s–/-]+|[\s–/-]+$/gu, '')
    .replace(/\s+/gu, ' ');
  return bare.length < 3 ? '' : bare;
}

/** The city in a text such as `Arnavutköy, Istanbul`. */
const cityIn = (text: string): string =>
  (text.split(',').at(-1)?.split('/')[0]?.trim() ?? '').replace(/^Ciudad de /u, '');

/**
 * A row for each airport with scheduled flights and each city code, ordered by code. Cities of the same name are qualified
 * by country, except the one with the most or the biggest airports.
 */
export function airportNames(airports: ReadonlyMap<string, Airport>): AirportName[] {
  const cities = citiesOf(airports);
  const areaOf = new Map(cities.flatMap((city) => city.airports.map((code) => [code, city] as const)));
  const scheduled = [...airports.values()].filter(([, , , , , , , isScheduled]) => isScheduled === 1);
  const placed = scheduled.map((airport) => {
    const [code, name, city, country, , , size] = airport;
    const area = areaOf.get(code);
    const group = CITIES.get(code) ?? area?.name ?? (cityIn(city) || name.replace(COMMON, '').trim() || code);
    return {
      code,
      name,
      group,
      key: area ?? code,
      country,
      weight: (area?.airports.length ?? 1) * 10 - size,
    };
  });
  /** By city name, the group that has it without a country. */
  const bearer = new Map<string, (typeof placed)[number]>();
  for (const each of placed) {
    const held = bearer.get(each.group);
    if (held === undefined || each.weight > held.weight) bearer.set(each.group, each);
  }
  const rows = placed.map((each): AirportName => {
    const { code, name, key, country } = each;
    const first = bearer.get(each.group);
    const isBearer = first?.key === key;
    const city = isBearer
      ? each.group
      : `${each.group}${first?.country === country ? ` (${code})` : `, ${countryName(country)}`}`;
    const own = ownName(name, each.group);
    const area = areaOf.get(code);
    // Without a city code, the city's name means its biggest airport.
    const isTheCity = area === undefined || (area.code === null && area.airports[0] === code);
    const label = WELL_KNOWN.get(code) ?? (isTheCity ? city : own || `${each.group} ${code}`);
    return own === '' || own === label ? [code, city, label] : [code, city, label, own];
  });
  const ofAreas = cities.flatMap(({ code, name }): AirportName[] =>
    code === null || airports.has(code) ? [] : [[code, name]],
  );
  return [...rows, ...ofAreas].sort(([a], [b]) => (a < b ? -1 : 1));
}
