import { plainDate } from '#shared/formats.ts';
import { type Airline, namesOfAirline } from '#shared/places/airlines.ts';
import type { Match } from '#shared/places/meant.ts';
import { comparableName, createWordIndex } from './word-index.ts';

export type CarrierSuggestion = {
  /** The codes that choosing it adds; none where nobody flies under its code any more, and nobody took its flights on. */
  codes: string[];
  label: string;
  detail: string;
  match: Match;
  weight: number;
};

/** Words that an airline's name has beside its own: `Japan Airlines` is also called `Japan`. */
const COMMON = /^(?:air|airlines?|airways) | (?:air ?lines?|airways|air|aviation)$/gu;

const MATCH_ORDER: readonly Match[] = ['code', 'whole', 'words', 'alike', 'unserved'];

/** How an airline's names fit a typed text, and the name that does. */
type Fit = { match: Match; by: string };

/**
 * Suggests carriers: exact IATA and ICAO codes first, then full names, former ones included, then words of them. Where no
 * airline has the name any more, says so and offers the one that flies its flights now, if any.
 */
export function createCarrierSuggestions(
  airlines: readonly Airline[],
): (text: string, limit: number) => CarrierSuggestion[] {
  const find = createWordIndex(
    airlines.map((line) => ({
      code: line.code,
      name: line.name,
      city: '',
      country: '',
      other: [line.icao ?? '', ...namesOfAirline(line)].join(' '),
      weight: 1 + Math.log10(1 + (line.flights ?? 0)) / 10,
    })),
  );
  const named = airlines.map((line) => ({
    line,
    names: namesOfAirline(line).map((name) => {
      const plain = comparableName(name);
      return { name, plain, short: plain.replace(COMMON, '').trim() };
    }),
  }));
  const nameOf = new Map(airlines.map(({ code, name }) => [code, name] as const));

  /** Whether the name of another airline begins with these words. */
  const isShared = (typed: string, line: Airline): boolean =>
    named.some(
      (other) =>
        other.line !== line &&
        other.line.ended === undefined &&
        other.names.some(({ plain }) => `${plain} `.startsWith(`${typed} `)),
    );

  function fitOf({ line, names }: (typeof named)[number], text: string, asTyped: boolean): Fit {
    const code = text.trim().toUpperCase();
    const typed = comparableName(text);
    const isIcao = line.icao === code;
    // In small letters, `sky` is more likely the beginning of a name than a code of three letters.
    if (line.code === code || (isIcao && text.trim() === code)) return { match: 'code', by: line.name };
    const full =
      names.find(({ plain }) => plain === typed) ??
      (isShared(typed, line) ? undefined : names.find(({ short }) => short === typed));
    if (full !== undefined) return { match: 'whole', by: full.name };
    if (isIcao) return { match: 'words', by: line.name };
    const partly = names.find(({ plain }) => ` ${plain}`.includes(` ${typed}`));
    return { match: partly === undefined && !asTyped ? 'alike' : 'words', by: partly?.name ?? line.name };
  }

  function suggestion({ line, by, match }: { line: Airline } & Fit): CarrierSuggestion {
    const { code, name, ended, now, flights = 0 } = line;
    if (ended !== undefined) {
      const over = `no flights since ${plainDate(ended)}`;
      return now === undefined
        ? { codes: [], label: name, detail: `${code}, ${over}`, match: 'unserved', weight: 0 }
        : {
            codes: [now],
            label: nameOf.get(now) ?? now,
            detail: `${now}, for what was ${name}`,
            match: match === 'code' ? 'whole' : match,
            weight: 0,
          };
    }
    const other = comparableName(by) === comparableName(name) ? '' : `, also ${by}`;
    return { codes: [code], label: name, detail: `${code}${other}`, match, weight: flights };
  }

  return (text, limit) => {
    const code = text.trim().toUpperCase();
    const typed = comparableName(text);
    if (typed === '') return [];
    const places = new Map(find(text).map(({ place, asTyped }) => [place, asTyped] as const));
    named.forEach(({ line, names }, place) => {
      const isExact = line.code === code || line.icao === code;
      if (isExact || names.some(({ plain, short }) => plain === typed || short === typed))
        places.set(place, true);
    });
    const found = [...places].flatMap(([place, asTyped]) => {
      const each = named[place];
      return each === undefined ? [] : [suggestion({ line: each.line, ...fitOf(each, text, asTyped) })];
    });
    const isCode = /^(?=.*[A-Z])[A-Z0-9]{2}$/u.test(code) && !named.some(({ line }) => line.code === code);
    const asIs: CarrierSuggestion[] = isCode
      ? [
          {
            codes: [code],
            label: `Use ${code}`,
            detail: 'No airline known by it',
            match: 'unserved',
            weight: 0,
          },
        ]
      : [];
    return [...found, ...asIs]
      .sort((a, b) => MATCH_ORDER.indexOf(a.match) - MATCH_ORDER.indexOf(b.match) || b.weight - a.weight)
      .filter(
        ({ codes, label }, place, all) =>
          all.findIndex((other) => other.label === label && other.codes.join() === codes.join()) === place,
      )
      .slice(0, limit)
      .map((each) => ({ ...each, weight: 1 }));
  };
}
