import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import classes from '../search.module.css';
import { CodesField } from './codes-field.tsx';
import { mostUsedCodes, mostUsedFirst } from './most-used.ts';
import { AIRPORT_CODE, withCodes } from './typed-codes.ts';
import { useUses } from './use-uses.ts';

type AirportsFieldProps = {
  label: 'Origins' | 'Destinations';
  codes: readonly string[];
  error: string | undefined;
  onChange: (change: (codes: readonly string[]) => string[]) => void;
  onLeave: () => void;
};

/** Suggestions shown, and of how many the most used are looked for. */
const SHOWN = 12;
const CONSIDERED = 40;

/** Airports by code, name or city; a city adds all its airports. Codes that nobody knows are marked, and allowed. */
export function AirportsField({ label, codes, error, onChange, onLeave }: AirportsFieldProps) {
  const { data: places } = useQuery({
    queryKey: ['places', 'airports', codes.join()],
    queryFn: () => api.places.airports({ codes: [...codes] }),
    enabled: codes.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (previous) => previous,
  });
  const uses = useUses(['origin_airport', 'destination_airport']);
  const suggest = async (text: string) =>
    mostUsedFirst(await api.places.suggestAirports({ text, limit: CONSIDERED }), uses).slice(0, SHOWN);
  const byCode = new Map(places?.map((place) => [place.code, place]));
  const unserved = codes.filter((code) => {
    const place = byCode.get(code);
    return place?.known === true && !place.scheduled;
  });
  const unknown = new Set(codes.filter((code) => byCode.get(code)?.known === false));
  const cities = codes.flatMap((code) => {
    const { airports = [] } = byCode.get(code) ?? {};
    return airports.length > 0 ? [{ code, airports }] : [];
  });
  const nameOf = (code: string) => {
    const place = byCode.get(code);
    return place?.known ? `${place.name}, ${place.city}, ${place.country}` : undefined;
  };
  return (
    <CodesField
      label={label}
      listLabel={label === 'Origins' ? 'Airports and cities to leave from' : 'Airports and cities to fly to'}
      placeholder="City, airport or codes such as JFK, EWR"
      description={
        <Places
          codes={codes}
          unknown={unknown}
          unserved={unserved}
          cities={cities}
          onAirports={() =>
            onChange((now) =>
              withCodes(
                [],
                now.flatMap((code) => cities.find((city) => city.code === code)?.airports ?? code),
              ),
            )
          }
          cityOf={(code) => byCode.get(code)?.city}
        />
      }
      error={error}
      required
      codes={codes}
      shape={AIRPORT_CODE}
      onChange={onChange}
      onLeave={onLeave}
      suggest={suggest}
      unknown={new Set([...unknown, ...unserved, ...cities.map(({ code }) => code)])}
      offered={mostUsedCodes(uses, codes, 6)}
      nameOf={nameOf}
    />
  );
}

type PlacesProps = {
  codes: readonly string[];
  unknown: ReadonlySet<string>;
  /** Known codes that no airline is known to fly to by a schedule. */
  unserved: readonly string[];
  /** Codes that are a city's and no airport's, each with its airports. */
  cities: readonly { code: string; airports: readonly string[] }[];
  onAirports: () => void;
  cityOf: (code: string) => string | undefined;
};

/** Cities named before the rest are counted. */
const NAMED = 4;

const citiesLabel = (cities: readonly string[]): string =>
  cities.length <= NAMED + 1
    ? cities.join(', ')
    : `${cities.slice(0, NAMED).join(', ')} and ${cities.length - NAMED} more`;

/** The cities behind the codes, and which codes Milepost does not know. */
function Places({ codes, unknown, unserved, cities, onAirports, cityOf }: PlacesProps) {
  const strange = [...unknown].filter((code) => AIRPORT_CODE.test(code));
  const names = [...unknown].filter((code) => !AIRPORT_CODE.test(code));
  const named = [...new Set(codes.map((code) => (unknown.has(code) ? '' : (cityOf(code) ?? ''))))];
  const words = citiesLabel(named.filter((city) => city !== ''));
  const notes = [
    names.length > 0 &&
      `${names.join(', ')} ${names.length === 1 ? 'is no code' : 'are no codes'} and no one place: remove ${names.length === 1 ? 'it' : 'them'}, and choose from the list as you type.`,
    strange.length > 0 &&
      `${strange.join(', ')} ${strange.length === 1 ? 'is' : 'are'} not in Milepost’s list of airports; you can search anyway.`,
    unserved.length > 0 &&
      `${unserved.join(', ')} ${unserved.length === 1 ? 'has' : 'have'} no scheduled flights that Milepost knows of, and may be closed; you can search anyway.`,
    cities.length > 0 &&
      `${cities.map(({ code }) => code).join(', ')} ${cities.length === 1 ? 'is the code of a city' : 'are the codes of cities'}, and a search looks for airports (§2.1); not every service takes it.`,
  ].filter((note) => note !== false);
  if (words === '' && notes.length === 0) return 'Several are fine, separated by commas';
  return (
    <>
      {words}
      {words !== '' && notes.length > 0 && '. '}
      {notes.join(' ')}
      {cities.length > 0 && (
        <>
          {' '}
          <button type="button" className={classes.instead} onClick={onAirports}>
            Use {cities.flatMap(({ airports }) => airports).join(', ')}
          </button>
        </>
      )}
    </>
  );
}
