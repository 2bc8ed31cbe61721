/**
 * What Milepost knows of a Tool that answers award searches: how it is recognised, how it is called, how a past input
 * is read, and how its output is. All of it is mapped to the terms of the contract's award search (§2), in which
 * records are stored.
 */
import type { SearchCriteria } from '../award-search/request.ts';
import type { AwardPage } from '../award-search/response.ts';

export type RecordKind = {
  /** Stored with purchases: how their outputs become records. */
  id: string;
  /** Its first source's name in the file: '' for the award search of the contract. */
  source: string;
  /** Its name on screens. */
  name: string;
  /** The provider in the name of a capability of this kind (§1.7), in lower case; null for another kind. */
  provider(capabilityId: string): string | null;
  /** Whether this version of such a capability's Tool answers in this form. */
  isKnownVersion(version: string | null): boolean;
  /** A search as input for this Tool; null where it cannot express it. */
  request(criteria: SearchCriteria): Record<string, unknown> | null;
  /** The criteria of an input; null where it is not an input of this Tool. No input is of two kinds. */
  criteria(input: unknown): SearchCriteria | null;
  /** The member of an output that lists its raw records. */
  list: string;
  /** Members of an output that were seen beside the declared ones, and never say that records are left out. */
  observed: readonly string[];
  /** Reads an output into records, with the ways to fly that it lists of each. Never fails. */
  read(output: unknown): AwardPage;
};

/** The list that is an object's own member of this name; null where there is none. */
export function listNamed(value: unknown, name: string): readonly unknown[] | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  const list: unknown = (value as Record<string, unknown>)[name];
  return Array.isArray(list) ? list : null;
}
