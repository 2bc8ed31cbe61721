import type { ContractHandlers } from '#shared/contract/index.ts';
import type { UserNote } from '#shared/contract/program/assistants.ts';
import type { Accounts } from '#shared/contract/purchase-accounts.ts';
import type { Wallet } from '#shared/contract/wallet.ts';
import type { CalendarDate } from '#shared/dates.ts';
import type { Choosable } from '#shared/places/meant.ts';
import type { Limits } from '#shared/purchase/limits.ts';

type Soon<Value> = Value | Promise<Value>;
type Members = Readonly<Record<string, unknown>>;

/** A stretch of days of one route as one source tells of it; `until` is null where nothing ends it. */
export type Stretch = {
  source: string;
  provider: string;
  origin: string;
  destination: string;
  from: string;
  until: string | null;
};

type CoveredDays = { read: readonly (Stretch & { at: number })[]; notRead: readonly Stretch[] };

type HistoryEntry = {
  date: string;
  /** UTC ms. */
  at: number;
  runId: number;
  /** Who said so, by its name. */
  source: string;
  /** null: the run proves that there was no award space. */
  seen: {
    versionId: number;
    miles: number | null;
    seats: number | null;
    direct: boolean;
    airlines: string;
  } | null;
};

export type ProposedSearch = { request: Record<string, unknown>; title: string; reason: string };

/**
 * What the tools read: the same functions over the running program and over its data file alone. Nothing here reaches the
 * key, the balance of an account at the marketplace, or the network.
 */
export type Sources = {
  /** Whose records these are; `demo`: made up by the embedded marketplace. */
  marketplace(): { name: string; demo: boolean };
  /** UTC ms, and the user's own day. */
  now(): number;
  today(): CalendarDate;
  /** Codes of metropolitan areas as their airports, others as they are. */
  airportsOf(codes: readonly string[]): Promise<readonly string[]>;
  /** Airports and cities that a text may name, the best match first. */
  suggestAirports(text: string): Promise<readonly (Choosable & { label: string })[]>;
  results: Pick<ContractHandlers['results'], 'records' | 'searches' | 'runs' | 'differences' | 'record'>;
  insights: ContractHandlers['insights'];
  coveredDays(request: Members): Soon<CoveredDays>;
  awardHistory(request: {
    origin: string;
    destination: string;
    programme: string;
    cabin: string;
    source?: string | undefined;
    from: string;
    until: string;
  }): Soon<readonly HistoryEntry[]>;
  trips: Pick<ContractHandlers['trips'], 'list' | 'show'>;
  /** The wallet as the user typed it; tools give out what it pays for, and no balance. */
  wallet(): Wallet;
  preview: ContractHandlers['awards']['preview'];
  /** What was spent since; of the embedded marketplace alone where that is in use. @param from UTC ms */
  accounts(from: number): Accounts;
  limits(): Limits;
  /** Which of these notes are private. */
  privateNotes(notes: readonly UserNote[]): UserNote[];
  /** Leaves a proposal for the user; returns what it is called. Buys, quotes and approves nothing. */
  propose(search: ProposedSearch): string;
};
