import { differencesBeyondSpelling } from '#shared/purchase/input-difference.ts';
import { requestedBy } from '#shared/record-kinds/record-kinds.ts';

/** Members of §2.1 that decide which records a search returns; the others change on which page one stands. */
const DECIDING = [
  'origin_airport',
  'destination_airport',
  'cabin',
  'carriers',
  'only_direct_flights',
  'start_date',
  'end_date',
] as const;
/** Leaving it away asks for the same as `false`. */
const DEFAULTS = { only_direct_flights: false };

type Members = Readonly<Record<string, unknown>>;

const deciding = (members: Members): Members =>
  Object.fromEntries(
    DECIDING.flatMap((name) => (Object.hasOwn(members, name) ? [[name, members[name]]] : [])),
  );

const membersOf = (input: unknown): Members =>
  requestedBy(input)?.criteria ??
  (typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Members) : {});

/**
 * The request that an answer is of. A service may say in its quote that it will carry out another one than it was asked
 * for (`normalizedInput`), and the user may approve that: what came then proves nothing of what was asked. What
 * says nothing of routes, cabins, carriers and dates in known words is no other request.
 */
export function carriedOut(requested: unknown, executed: unknown): unknown {
  const [before, done] = [requestedBy(requested), requestedBy(executed)];
  if (before !== null && done !== null && before.kind !== done.kind) return requested;
  const stated = deciding(membersOf(executed));
  if (Object.keys(stated).length === 0) return requested;
  const differences = differencesBeyondSpelling(deciding(membersOf(requested)), stated, DEFAULTS);
  return differences.length === 0 ? requested : executed;
}
