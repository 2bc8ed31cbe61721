/** The questions that differ from a trip's in one thing. */
import { CABINS } from '../award-search/request.ts';
import { addDays } from '../dates.ts';
import { seatsOf, type TripQuestion } from './question.ts';

export type NearAirports = Readonly<Record<string, readonly { code: string; km: number }[]>>;

type QuestionChange =
  | { kind: 'days'; days: number }
  | { kind: 'airport'; leg: number; end: 'origin' | 'destination'; code: string; km: number }
  | { kind: 'hop'; hopKm: number }
  | { kind: 'stops'; stopsMax: number | null }
  | { kind: 'cabin'; cabin: (typeof CABINS)[number] }
  | { kind: 'one_apart' };

export type ChangedQuestion = { change: QuestionChange; question: TripQuestion };

const SHIFTS = [-7, -3, -1, 1, 3, 7];
/** Neighbouring airports of one end, the nearest first. */
const MOST_NEIGHBOURS = 4;

/** Each change with its question. @param today no window begins before it */
export function changedQuestions(
  question: TripQuestion,
  near: NearAirports,
  today: string,
): ChangedQuestion[] {
  return [
    ...shifted(question, today),
    ...moved(question, near),
    ...hopped(question, near),
    ...otherStops(question),
    ...otherCabins(question),
    ...apart(question),
  ];
}

const shifted = (question: TripQuestion, today: string): ChangedQuestion[] =>
  SHIFTS.map((days) => ({
    change: { kind: 'days' as const, days },
    question: {
      ...question,
      window: { from: addDays(question.window.from, days), until: addDays(question.window.until, days) },
    },
  })).filter(({ question: { window } }) => window.from >= today);

/** The near airports of some, that are none of them, the nearest first. */
function neighboursOf(codes: readonly string[], near: NearAirports): { code: string; km: number }[] {
  const found = new Map<string, number>();
  for (const code of codes)
    for (const other of near[code] ?? [])
      if (!codes.includes(other.code))
        found.set(other.code, Math.min(other.km, found.get(other.code) ?? other.km));
  return [...found]
    .map(([code, km]) => ({ code, km }))
    .sort((a, b) => a.km - b.km || (a.code < b.code ? -1 : 1))
    .slice(0, MOST_NEIGHBOURS);
}

/** Where a trip begins, its end comes along if it returns; where it lands, the next departure does. */
function moved(question: TripQuestion, near: NearAirports): ChangedQuestion[] {
  const { legs, returns } = question;
  const last = legs.length - 1;
  return legs.flatMap((leg, at) => [
    ...(at === 0
      ? neighboursOf(leg.origins, near).map(({ code, km }) => ({
          change: { kind: 'airport' as const, leg: 0, end: 'origin' as const, code, km },
          question: {
            ...question,
            legs: legs.map((each, place) => ({
              ...each,
              ...(place === 0 && { origins: [code] }),
              ...(place === last && returns && { destinations: [code] }),
            })),
          },
        }))
      : []),
    ...(at === last && (returns || last === 0)
      ? last === 0
        ? landed(question, at, near)
        : []
      : landed(question, at, near)),
  ]);
}

function landed(question: TripQuestion, at: number, near: NearAirports): ChangedQuestion[] {
  const { legs } = question;
  return neighboursOf(legs[at]?.destinations ?? [], near).map(({ code, km }) => ({
    change: { kind: 'airport' as const, leg: at, end: 'destination' as const, code, km },
    question: {
      ...question,
      legs: legs.map((each, place) => ({
        ...each,
        ...(place === at && { destinations: [code] }),
        ...(place === at + 1 && each.connects === 'hop' && { origins: [code] }),
      })),
    },
  }));
}

/** How far the airports of one city lie apart at most. */
const CITY_HOP_KM = 100;

/** Airports of one city exchanged between flights, where a trip keeps to the same one. */
const hopped = (question: TripQuestion, near: NearAirports): ChangedQuestion[] =>
  question.hopKm < CITY_HOP_KM &&
  question.legs.length > 1 &&
  question.legs.some(({ origins, destinations }) =>
    [...origins, ...destinations].some((code) => near[code]?.some(({ km }) => km <= CITY_HOP_KM)),
  )
    ? [
        {
          change: { kind: 'hop' as const, hopKm: CITY_HOP_KM },
          question: { ...question, hopKm: CITY_HOP_KM },
        },
      ]
    : [];

const otherStops = (question: TripQuestion): ChangedQuestion[] =>
  (question.stopsMax === null ? [0] : [question.stopsMax + 1, null])
    .filter((stopsMax) => stopsMax === null || stopsMax <= 3)
    .map((stopsMax) => ({
      change: { kind: 'stops' as const, stopsMax },
      question: { ...question, stopsMax },
    }));

const otherCabins = (question: TripQuestion): ChangedQuestion[] =>
  CABINS.filter((cabin) => cabin !== question.cabins[0]).map((cabin) => ({
    change: { kind: 'cabin' as const, cabin },
    question: { ...question, cabins: [cabin] },
  }));

const apart = (question: TripQuestion): ChangedQuestion[] =>
  seatsOf(question) < 2
    ? []
    : [
        {
          change: { kind: 'one_apart' as const },
          question:
            question.adults > 1
              ? { ...question, adults: question.adults - 1 }
              : { ...question, children: question.children - 1 },
        },
      ];

/** Airports of an end within the hop that a search could add. */
const MOST_ADDED = 2;

/** The question with one airport more at an end of a leg, for those that lie within its hop. */
export function nearbyQuestions(
  question: TripQuestion,
  near: NearAirports,
): { question: TripQuestion; leg: number; end: 'origin' | 'destination'; code: string }[] {
  const { legs, hopKm } = question;
  return legs.flatMap((leg, at) =>
    (['origin', 'destination'] as const).flatMap((end) => {
      const list = end === 'origin' ? 'origins' : 'destinations';
      return neighboursOf(leg[list], near)
        .filter(({ km }) => km <= hopKm)
        .slice(0, MOST_ADDED)
        .map(({ code }) => ({
          leg: at,
          end,
          code,
          question: {
            ...question,
            legs: legs.map((each, place) =>
              place === at ? { ...each, [list]: [...each[list], code] } : each,
            ),
          },
        }));
    }),
  );
}
