import type { ContractHandlers } from '#shared/contract/index.ts';
import type { UserNote } from '#shared/contract/program/assistants.ts';
import type { Accounts } from '#shared/contract/purchase-accounts.ts';
import type { Wallet } from '#shared/contract/wallet.ts';
import type { CalendarDate } from '#shared/dates.ts';
import type { Choosable } from '#shared/places/meant.ts';
import type { Limits } from '#shared/purchase/limits.ts';

type Soon<Value> = Value | Promise<Value>;
type Members = Readonly<Record<string, unknown>>;

/** A date range of one route from one source; `until` is null if open-ended. */
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
  /** The source's name. */
  source: string;
  /** Null if the run proves that there was no award space. */
  seen: {
    versionId: number;
    programme: string;
    miles: number | null;
    seats: number | null;
    direct: boolean;
    airlines: string;
  } | null;
};

export type ProposedSearch = { request: Record<string, unknown>; title: string; reason: string };

/**
 * What the tools may read of the data file. Nothing here reaches the
 * key, an account balance at the marketplace, or the network.
 */
export type Sources = {
  /** The marketplace of the records; `demo`: invented by the embedded marketplace. */
  marketplace(): { name: string; demo: boolean };
  /** UTC ms. */
  now(): number;
  today(): CalendarDate;
  /** Replaces codes of metropolitan areas by their airports; others are unchanged. */
  airportsOf(codes: readonly string[]): Promise<readonly string[]>;
  /** Airports and cities that match a text, the best first. */
  suggestAirports(text: string): Promise<readonly (Choosable & { label: string })[]>;
  /** Airlines that match a text, the best first. */
  suggestCarriers(text: string): Promise<readonly (Choosable & { label: string })[]>;
  results: Pick<ContractHandlers['results'], 'records' | 'searches' | 'runs' | 'differences' | 'record'>;
  insights: ContractHandlers['insights'];
  coveredDays(request: Members): Soon<CoveredDays>;
  /** Every spelling of a programme in stored records. */
  spellings(programme: string): Soon<readonly string[]>;
  /** The programme in every spelling. */
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
  /** The user's wallet; tools disclose what it pays for, never a balance. */
  wallet(): Wallet;
  preview: ContractHandlers['awards']['preview'];
  /** Spending since `from`, in UTC ms; only that of the embedded marketplace while it is in use. */
  accounts(from: number): Accounts;
  limits(): Limits;
  /** The private ones of these notes. */
  privateNotes(notes: readonly UserNote[]): UserNote[];
  /** Stores a proposal for the user and returns its ID. Never quotes, approves or buys. */
  propose(search: ProposedSearch): string;
};
