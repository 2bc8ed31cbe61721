/**
 * What Milepost knows of a Tool that answers award searches: how it is recognised, how it is asked, what it was asked, and
 * what came. All of it is put into the words of the award search of the contract (§2), in which records are stored.
 */
import type { SearchCriteria } from '../award-search/request.ts';
import type { AwardPage } from '../award-search/response.ts';

export type RecordKind = {
  /** Stands in purchases: how their outputs become records. */
  id: string;
  /** What its first source is called in the file: '' for the award search of the contract. */
  source: string;
  /** What screens call it. */
  name: string;
  /** The provider in the name of a capability of this kind (§1.7), in small letters; null where it is of another kind. */
  provider(capabilityId: string): string | null;
  /** Whether a Tool of such a capability answers so in this version. */
  isKnownVersion(version: string | null): boolean;
  /** A search as this Tool is asked for it; null where it cannot be asked that. */
  request(criteria: SearchCriteria): Record<string, unknown> | null;
  /** What an input asks for; null where it is no input of this Tool. No input is one of two kinds. */
  criteria(input: unknown): SearchCriteria | null;
  /** The list of raw records in an output; null where it has none. */
  rows(output: unknown): readonly unknown[] | null;
  read(output: unknown): AwardPage;
};
