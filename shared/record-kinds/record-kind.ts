/**
 * What Milepost knows of a Tool that answers award searches: how it is recognised, how it is asked, what it was asked, and
 * what came. All of it is put into the words of the award search of the contract (§2), in which records are stored.
 */
import type { SearchCriteria } from '../award-search/request.ts';
import type { AwardPage } from '../award-search/response.ts';

export type RecordKind = {
  /** Stands in purchases: how their outputs become records. */
  id: string;
  /** Stands with records: '' for the award search of the contract. Records of two sources are never one record. */
  source: string;
  /** What screens call the source. */
  name: string;
  /** By its capability's name and version, whether a Tool answers so. */
  recognise(tool: { capabilityId: string | null; version: string | null }): boolean;
  /** A search as this Tool is asked for it; null where it cannot be asked that. */
  request(criteria: SearchCriteria): Record<string, unknown> | null;
  /** What an input asks for; null where it is no input of this Tool. No input is one of two kinds. */
  criteria(input: unknown): SearchCriteria | null;
  /** The list of raw records in an output; null where it has none. */
  rows(output: unknown): readonly unknown[] | null;
  read(output: unknown): AwardPage;
};
