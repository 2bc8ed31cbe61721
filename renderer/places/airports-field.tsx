import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClosedAirport } from '#shared/contract/planning.ts';
import { api } from '../api/api.ts';
import { usePreferences } from '../status/preferences-query.ts';
import { closedLabel } from './closed-label.ts';
import { CodesField, type CodesFieldProps } from './codes-field.tsx';
import { mostUsedCodes, mostUsedFirst } from './most-used.ts';
import classes from './places.module.css';
import { AIRPORT_CODE, withCodes } from './typed-codes.ts';
import { useUses } from './use-uses.ts';

type AirportsFieldProps = {
  label: string;
  /** Which end of the route they are. */
  way: 'from' | 'to';
  codes: readonly string[];
  error: string | undefined;
  onChange: (change: (codes: readonly string[]) => string[]) => void;
  onLeave: () => void;
} & Pick<CodesFieldProps, 'isNarrow' | 'onPending'>;

/** Suggestions shown, and how many matches are searched for the most used. */
const SHOWN = 12;
const CONSIDERED = 40;

/** Airports by code, name or city; a city adds all its airports. Unknown codes are marked, but allowed. */
export function AirportsField(props: AirportsFieldProps) {
  const { label, way, codes, error, onChange, onLeave, ...rest } = props;
  const { data: places } = useQuery({
    queryKey: ['places', 'airports', codes.join()],
    queryFn: () => api.places.airports({ codes: [...codes] }),
    enabled: codes.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (previous) => previous,
  });
  const uses = useUses(['origin_airport', 'destination_airport']);
  const { homeAirports } = usePreferences();
  const home = way === 'from' && codes.length === 0 ? homeAirports : [];
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
  const closed = unserved.flatMap((code) => {
    const { closed: last = null, replacedBy = [], note = '' } = byCode.get(code) ?? {};
    return last === null ? [] : [{ code, last, airports: replacedBy, note }];
  });
  const nameOf = (code: string) => {
    const place = byCode.get(code);
    return place?.known ? `${place.name}, ${place.city}, ${place.country}` : undefined;
  };
  return (
    <CodesField
      {...rest}
      label={label}
      listLabel={way === 'from' ? 'Airports and cities to leave from' : 'Airports and cities to fly to'}
      placeholder="City, airport or code"
      description={
        <Places
          codes={codes}
          unknown={unknown}
          unserved={unserved.filter((code) => !closed.some((each) => each.code === code))}
          closed={closed}
          cities={cities}
          onAirports={() =>
            onChange((now) =>
              withCodes(
                [],
                now.flatMap((code) => {
                  const instead = [...cities, ...closed].find((each) => each.code === code)?.airports ?? [];
                  return instead.length > 0 ? instead : code;
                }),
              ),
            )
          }
          cityOf={(code) => byCode.get(code)?.city}
          home={home}
          onHome={() => onChange((now) => withCodes(now, home))}
        />
      }
      error={error}
      required={props.isNarrow !== true}
      codes={codes}
      shape={AIRPORT_CODE}
      onChange={onChange}
      onLeave={onLeave}
      suggest={suggest}
      unknown={
        new Set([
          ...unknown,
          ...unserved,
          ...cities.map(({ code }) => code),
          ...codes.filter((code) => !AIRPORT_CODE.test(code)),
        ])
      }
      offered={withCodes(home, mostUsedCodes(uses, codes, 6))}
      nameOf={nameOf}
    />
  );
}

type PlacesProps = {
  codes: readonly string[];
  unknown: ReadonlySet<string>;
  /** Known codes without known scheduled airlines. */
  unserved: readonly string[];
  /** Closed airports, each with its last day and where its flights went. */
  closed: readonly ClosedAirport[];
  /** Codes of cities that are not airports, each with its airports. */
  cities: readonly { code: string; airports: readonly string[] }[];
  onAirports: () => void;
  cityOf: (code: string) => string | undefined;
  /** Airports that a search usually begins at, offered while the field is empty. */
  home: readonly string[];
  onHome: () => void;
};

/** Cities named before the rest are counted. */
const NAMED = 4;

const citiesLabel = (cities: readonly string[]): string =>
  cities.length <= NAMED + 1
    ? cities.join(', ')
    : `${cities.slice(0, NAMED).join(', ')} and ${cities.length - NAMED} more`;

/** Remarks on codes before they are searched, a sentence each. */
function notesOn({
  unknown,
  unserved,
  closed,
  cities,
}: Pick<PlacesProps, 'unknown' | 'unserved' | 'closed' | 'cities'>): string[] {
  const strange = [...unknown].filter((code) => AIRPORT_CODE.test(code));
  const areas = cities.map(({ code }) => code);
  return [
    ...(strange.length === 0
      ? []
      : [`Not in Milepost’s list: ${strange.join(', ')}. You can search anyway.`]),
    ...(unserved.length === 0
      ? []
      : [`No scheduled flights known: ${unserved.join(', ')}. You can search anyway.`]),
    ...closed.map(closedLabel),
    ...(areas.length === 0 ? [] : [`A city’s code, which not every service takes: ${areas.join(', ')}.`]),
  ];
}

/** The cities of the codes, and which codes Milepost does not know. */
function Places({ codes, unknown, unserved, closed, cities, onAirports, cityOf, home, onHome }: PlacesProps) {
  const named = [...new Set(codes.map((code) => (unknown.has(code) ? '' : (cityOf(code) ?? ''))))];
  const instead = [...cities, ...closed].flatMap(({ airports }) => airports);
  const words = citiesLabel(named.filter((city) => city !== ''));
  const notes = notesOn({ unknown, unserved, closed, cities });
  if (words === '' && notes.length === 0 && home.length > 0)
    return (
      <button type="button" className={classes.instead} onClick={onHome} title={home.join(', ')}>
        From home
      </button>
    );
  if (words === '' && notes.length === 0) return 'Several are fine, separated by commas';
  return (
    <>
      {words}
      {notes.map((note) => (
        <Text key={note} span inherit display="block" c="var(--warn)">
          {note}
        </Text>
      ))}
      {instead.length > 0 && (
        <button type="button" className={classes.instead} onClick={onAirports}>
          Use {instead.join(', ')}
        </button>
      )}
    </>
  );
}
