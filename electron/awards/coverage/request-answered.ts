import { isObject } from '#shared/json.ts';
import { differencesBeyondSpelling } from '#shared/purchase/input-difference.ts';
import { awardSearch } from '#shared/record-kinds/award-search.ts';
import type { RecordKind } from '#shared/record-kinds/record-kind.ts';

/** Members of §2.1 that decide which records a search returns; the others only decide the page a record is on. */
const CRITERIA_MEMBERS = [
  'origin_airport',
  'destination_airport',
  'cabin',
  'carriers',
  'only_direct_flights',
  'start_date',
  'end_date',
] as const;
/** Omitting it means the same as `false`. */
const DEFAULTS = { only_direct_flights: false };

type Members = Readonly<Record<string, unknown>>;

const criteriaOf = (members: Members): Members =>
  Object.fromEntries(
    CRITERIA_MEMBERS.flatMap((name) => (Object.hasOwn(members, name) ? [[name, members[name]]] : [])),
  );

/**
 * The members of an input that say what is searched, in the words of §2.1, whatever its Tool calls them; of an input that
 * its kind cannot read, the members that are themselves in those words.
 */
export const criteriaMembers = (kind: RecordKind, input: unknown): Members =>
  kind.criteria(input) ?? (kind.id === awardSearch.id && isObject(input) ? input : {});

/**
 * Returns the request that an answer belongs to. A quote may state a different request (`normalizedInput`) that the user
 * approves; its answer then proves nothing about the original. A stated request without any of the members above counts
 * as the original.
 */
export function requestAnswered(kind: RecordKind, requested: unknown, executed: unknown): unknown {
  const stated = criteriaOf(criteriaMembers(kind, executed));
  if (Object.keys(stated).length === 0) return requested;
  const before = criteriaOf(criteriaMembers(kind, requested));
  const differences = differencesBeyondSpelling(before, stated, DEFAULTS);
  return differences.length === 0 ? requested : executed;
}
