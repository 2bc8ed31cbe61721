/** Why an asking proves what it proves: what the screen says of it. */
export const COVERAGE_REASONS = [
  /** Its last page said that there is no more. */
  'exhausted',
  /** Not read to its end, but in the order of dates (§2.1): what lies before its last date was read. */
  'date_order',
  /** Not read to its end, and not in the order of dates. */
  'not_exhausted',
  /** It began after results that it skipped. */
  'skipped',
  /** It held records whose ID could not be read: any missing one may be among them. */
  'unreadable',
  /** It asked for something that does not hold all that the other asked for. */
  'other_criteria',
  /** It is no asking, but what is kept of many. */
  'no_asking',
] as const;
export type CoverageReason = (typeof COVERAGE_REASONS)[number];

/**
 * Where an asking shows what is missing: a record of these routes and days that it did not hold was not there, as far
 * as the service's cache told. Days are days since 1970-01-01, both ends included.
 */
export type Coverage = {
  reason: CoverageReason;
  where: {
    /** null: every route. */
    routes: ReadonlySet<number> | null;
    /** null: no bound. */
    from: number | null;
    until: number | null;
  } | null;
  /** Records that it held in a form that could not be read: they are not missing. */
  unreadable: ReadonlySet<number>;
};

/** Whether an asking that did not hold a record proves that it was not there. */
export function proves(
  { where, unreadable }: Coverage,
  record: { record: number; route: number; day: number | null },
): boolean {
  if (where === null || unreadable.has(record.record)) return false;
  if (where.routes !== null && !where.routes.has(record.route)) return false;
  if (where.from === null && where.until === null) return true;
  if (record.day === null) return false;
  return (
    (where.from === null || record.day >= where.from) && (where.until === null || record.day <= where.until)
  );
}
