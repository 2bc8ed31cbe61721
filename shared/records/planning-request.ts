import type { MileValues } from '../contract/mile-values.ts';
import type { Purses } from '../planning/paying.ts';
import type { TripQuestion } from '../planning/question.ts';
import type { NearAirports } from '../planning/what-if.ts';

/** A trip's question with everything beside the records that its answer depends on; plain data. */
export type PlanningRequest = {
  question: TripQuestion;
  identity: string;
  /** The user's local date, and UTC ms. */
  today: string;
  now: number;
  purses: Purses;
  /** Null where the user gave none. */
  values: MileValues | null;
  /** Airports near those of the question. */
  near: NearAirports;
  /** Those of the question that were closed before its first day ahead. */
  closed: readonly string[];
};
