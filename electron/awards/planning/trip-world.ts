import type { MileValues } from '#shared/contract/mile-values.ts';
import { programmeAccount } from '#shared/places/programmes.ts';
import type { World } from '#shared/planning/candidates.ts';
import { type Payer, type Purses, payerOf } from '#shared/planning/paying.ts';
import { seatsOf, type TripQuestion } from '#shared/planning/question.ts';
import type { MileWorth } from '#shared/planning/weights.ts';
import type { NearAirports } from '#shared/planning/what-if.ts';
import type { PlanningRequest } from '#shared/records/planning-request.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { dayOf } from '../coverage/day.ts';
import { type LegCoverage, legCoverage } from './leg-coverage.ts';
import { type LegRows, type LegSubject, legRows, newNumbering } from './leg-rows.ts';

/** A question with the records that answer it. */
export type TripWorld = {
  world: World;
  legs: LegRows[];
  /** Each leg as the question names it without closed airports, and with those within the hop, whose stored records count too. */
  subjects: LegSubject[];
  rowSubjects: LegSubject[];
  payer: Payer;
  purses: Purses;
  worth: MileWorth | null;
  /** Kilometres between two airports; null where not known to be near. */
  kilometres(from: string, to: string): number | null;
  coverage(leg: number): LegCoverage;
};

/** Taxes are compared in the currency of the user's values, otherwise in this one. */
const TAX_CURRENCY = 'USD';
/** Legs whose rows stay in memory: a trip's, and those of its what-ifs. */
const CACHED_LEGS = 16;

/** Reads the world of a question; rows of a leg are read once until the file changes. */
export function createWorldReader(reader: Reader) {
  const airports = newNumbering();
  const programmes = newNumbering();
  const known = new Map<string, LegRows>();
  let readAt = '';

  function rowsFor(subject: LegSubject): LegRows {
    const mark = reader.get<{ mark: string }>(
      sql(`SELECT data_version || ' ' || total_changes() AS mark FROM pragma_data_version`),
    )?.mark;
    if (mark !== readAt) known.clear();
    readAt = mark ?? '';
    const key = JSON.stringify(subject);
    const rows = known.get(key) ?? legRows(reader, airports, programmes, subject);
    known.delete(key);
    known.set(key, rows);
    const [oldest] = known.keys();
    if (known.size > CACHED_LEGS && oldest !== undefined) known.delete(oldest);
    return rows;
  }

  function read(request: PlanningRequest): TripWorld {
    const { question, identity, today, values, near } = request;
    const named = subjectsOf(question, identity, dayOf(today), values?.currency ?? TAX_CURRENCY);
    const served = (codes: readonly string[]) => codes.filter((code) => !request.closed.includes(code));
    const subjects = named.map((subject) => ({
      ...subject,
      origins: served(subject.origins),
      destinations: served(subject.destinations),
    }));
    const rowSubjects = named.map((subject) => ({
      ...subject,
      origins: withNear(subject.origins, near, question.hopKm),
      destinations: withNear(subject.destinations, near, question.hopKm),
    }));
    const legs = rowSubjects.map(rowsFor);
    const kilometres = (from: string, to: string): number | null =>
      from === to
        ? 0
        : (near[from]?.find(({ code }) => code === to)?.km ??
          near[to]?.find(({ code }) => code === from)?.km ??
          null);
    const ends = [
      ...new Set(rowSubjects.flatMap(({ origins, destinations }) => [...origins, ...destinations])),
    ];
    const numbers = ends.map(airports.of);
    // What a later question names does not change this world.
    const names = [...airports.names];
    const hops = new Uint8Array(names.length ** 2);
    for (const [one, from] of ends.entries())
      for (const [other, to] of ends.entries()) {
        const km = kilometres(from, to);
        if (km !== null && km <= question.hopKm)
          hops[(numbers[one] ?? 0) * names.length + (numbers[other] ?? 0)] = 1;
      }
    const isHop = (from: number, to: number) => hops[from * names.length + to] === 1;
    const owned = (owner: string) => question.owners === null || question.owners.includes(owner);
    const purses = {
      ...request.purses,
      balances: request.purses.balances.filter(({ owner }) => owned(owner)),
    };
    const coverages = new Map<number, LegCoverage>();
    return {
      world: {
        legs: legs.map(({ candidates }) => candidates),
        nights: question.legs.map(({ nights }) => nights ?? { min: 0, max: 0 }),
        airports: names,
        programmes: [...programmes.names],
        connects: (leg, from, to) => question.legs[leg]?.connects === 'own_way' || isHop(from, to),
        returnsTo: (last, first) => !question.returns || isHop(last, first),
      },
      legs,
      subjects,
      rowSubjects,
      purses,
      payer: payerOf(purses),
      worth: worthOf(values, programmes.names),
      kilometres,
      coverage(leg) {
        const subject = subjects[leg];
        const read = coverages.get(leg) ?? (subject === undefined ? undefined : legCoverage(reader, subject));
        if (read === undefined) throw new RangeError(`The trip has no leg ${leg}.`);
        coverages.set(leg, read);
        return read;
      },
    };
  }

  return { read, airports, programmes };
}

/** Airports with those that lie within the hop of one of them. */
function withNear(codes: readonly string[], near: NearAirports, hopKm: number): string[] {
  const others = codes.flatMap((code) => (near[code] ?? []).filter(({ km }) => km <= hopKm));
  return [...new Set([...codes, ...others.map(({ code }) => code)])];
}

/** The records that each leg may choose from: its days follow from the window and the nights before it. */
function subjectsOf(
  question: TripQuestion,
  identity: string,
  today: number,
  taxCurrency: string,
): LegSubject[] {
  let [from, until] = [dayOf(question.window.from), dayOf(question.window.until)];
  return question.legs.map(({ origins, destinations, nights }) => {
    // Nights are counted from a first departure that is still ahead.
    if (nights !== null) from = Math.max(from, today) + nights.min;
    until += nights?.max ?? 0;
    return {
      identity,
      cabins: question.cabins,
      origins,
      destinations,
      from,
      until,
      today,
      seats: seatsOf(question),
      stopsMax: question.stopsMax,
      taxCurrency,
    };
  });
}

/** The value of a mile by programme, in millionths; null where the user gave none. */
function worthOf(values: MileValues | null, programmes: readonly string[]): MileWorth | null {
  if (values === null || values.values.length === 0) return null;
  const perMile = new Map(
    values.values.map((value) => [programmeAccount(value.programme), Number(value.perMile.units)] as const),
  );
  return programmes.map((programme) => perMile.get(programme));
}
