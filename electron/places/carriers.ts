import { withNote } from '#shared/facts/in-use.ts';
import { plainDate } from '#shared/formats.ts';
import { type Airline, airlineNote, namesOfAirline, numberedAs } from '#shared/places/airlines.ts';
import { MATCHES, type Match } from '#shared/places/meant.ts';
import { comparableName, createWordIndex, squashed } from './word-index.ts';

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

/** How an airline's names fit a typed text, and the name that does. */
type Fit = { match: Match; by: string };

/** Whether a word of a name begins as typed, also where one of the two is written apart: `Tiger Air` of Tigerair Taiwan. */
const beginsSo = (name: { plain: string; squashed: string }, typed: string): boolean =>
  ` ${name.plain}`.includes(` ${typed}`) ||
  name.squashed === squashed(typed) ||
  (typed.includes(' ') && name.squashed.startsWith(squashed(typed)));

/** What may be a code: only whole words of a name are meant by it, so that `TWA` is not the beginning of T’way Air. */
const CODE = /^[A-Z0-9]{2,3}$/u;

/** Airlines that stopped and whose code another has now. */
const formerHolders = (line: Airline): Airline[] =>
  (line.former ?? []).flatMap(({ name, until, other }) =>
    other === true && until !== undefined
      ? [{ code: line.code, name, ended: until, source: line.source, sure: line.sure }]
      : [],
  );

/**
 * Suggests carriers: exact IATA and ICAO codes first, then full names, former ones included, then words of them. Where no
 * airline has the name any more, says so and offers the one that flies its flights now, if any.
 */
export function createCarrierSuggestions(
  current: readonly Airline[],
): (text: string, limit: number) => CarrierSuggestion[] {
  const airlines = [...current, ...current.flatMap(formerHolders)];
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
      return { name, plain, short: plain.replace(COMMON, '').trim(), squashed: squashed(plain) };
    }),
  }));
  const holders = new Set(current);
  const nameOf = new Map(current.map(({ code, name }) => [code, name] as const));

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
    if ((line.code === code && holders.has(line)) || (isIcao && text.trim() === code))
      return { match: 'code', by: line.name };
    const full =
      names.find(({ plain }) => plain === typed) ??
      names.find((name) => name.squashed === squashed(typed)) ??
      (isShared(typed, line) ? undefined : names.find(({ short }) => short === typed));
    if (full !== undefined) return { match: 'whole', by: full.name };
    if (isIcao) return { match: 'words', by: line.name };
    const isCode = CODE.test(text.trim());
    const partly = names.find((name) =>
      isCode ? ` ${name.plain} `.includes(` ${typed} `) : beginsSo(name, typed),
    );
    return {
      match: partly === undefined && (isCode || !asTyped) ? 'alike' : 'words',
      by: partly?.name ?? line.name,
    };
  }

  type Ranked = CarrierSuggestion & { rank: number };

  /** An airline whose flights carry another's numbers is asked about: records may have either code. */
  const suggestions = (fit: { line: Airline } & Fit): Ranked[] => {
    const found = suggestionOf(fit);
    const now = numberedAs(fit.line);
    const noted = { ...found, detail: withNote(found.detail, airlineNote(fit.line)) };
    if (now === null) return [noted];
    const since = `flights carry ${now.code} numbers since ${plainDate(now.from)}`;
    const other = {
      rank: MATCHES.indexOf(fit.match === 'code' ? 'whole' : fit.match),
      codes: [now.code],
      label: nameOf.get(now.code) ?? now.code,
      detail: `${now.code}, whose numbers ${fit.line.name} carries`,
      match: fit.match === 'code' ? ('whole' as const) : fit.match,
      weight: 0,
    };
    return [{ ...noted, detail: `${noted.detail}, ${since}` }, other];
  };

  function suggestionOf({ line, by, match }: { line: Airline } & Fit): Ranked {
    const rank = MATCHES.indexOf(match);

    const { code, name, ended, now, flights = 0 } = line;
    if (ended !== undefined) {
      const over = `no flights since ${plainDate(ended)}`;
      return now === undefined
        ? // Before others that are called so too: a name that somebody had is never answered with another’s unasked.
          {
            codes: [],
            label: name,
            detail: `${code}, ${over}`,
            match: 'unserved',
            weight: Number.MAX_VALUE,
            rank: match === 'whole' ? rank : MATCHES.length,
          }
        : {
            rank,
            codes: [now],
            label: nameOf.get(now) ?? now,
            detail: `${now}, for what was ${name}`,
            match: match === 'code' ? 'whole' : match,
            weight: 0,
          };
    }
    const isFormer = line.former?.some((each) => each.other !== true && each.name === by);
    const other =
      comparableName(by) === comparableName(name) ? '' : `, ${isFormer ? 'formerly' : 'also'} ${by}`;
    return { codes: [code], label: name, detail: `${code}${other}`, match, weight: flights, rank };
  }

  return (text, limit) => {
    const code = text.trim().toUpperCase();
    const typed = comparableName(text);
    if (typed === '') return [];
    const places = new Map(find(text).map(({ place, asTyped }) => [place, asTyped] as const));
    named.forEach(({ line, names }, place) => {
      const isExact = line.code === code || line.icao === code;
      if (isExact || names.some((name) => name.short === typed || beginsSo(name, typed)))
        places.set(place, true);
    });
    const found = [...places].flatMap(([place, asTyped]) => {
      const each = named[place];
      return each === undefined ? [] : suggestions({ line: each.line, ...fitOf(each, text, asTyped) });
    });
    const isCode = /^(?=.*[A-Z])[A-Z0-9]{2}$/u.test(code) && !named.some(({ line }) => line.code === code);
    // An ICAO code that is also another’s full name means either.
    const isAmbiguous = found.some(({ match }) => match === 'whole');
    for (const each of found)
      if (isAmbiguous && each.match === 'code' && each.codes.join() !== code)
        Object.assign(each, { match: 'whole', rank: MATCHES.indexOf('whole') });
    const asIs: Ranked[] = isCode
      ? [
          {
            codes: [code],
            label: `Use ${code}`,
            detail: 'No airline known by it',
            match: 'unserved',
            weight: 0,
            rank: MATCHES.length,
          },
        ]
      : [];
    return [...found, ...asIs]
      .sort((a, b) => a.rank - b.rank || b.weight - a.weight)
      .filter(
        ({ codes, label }, place, all) =>
          all.findIndex((other) => other.label === label && other.codes.join() === codes.join()) === place,
      )
      .slice(0, limit)
      .map(({ rank: _rank, ...each }) => ({ ...each, weight: 1 }));
  };
}
