/** Why a run proves what it proves, as shown on the screen. */
export const COVERAGE_REASONS = [
  /** Every page of it was read. */
  'exhausted',
  /** Not every page was read, but in the order of dates (§4.8): everything before its last date was. */
  'date_order',
  /** Not every page was read, and not in the order of dates. */
  'not_exhausted',
  /** It left results out: it began after the first, or a page between two others is missing. */
  'skipped',
  /** It returned records whose ID could not be read: any missing record may be among them. */
  'unreadable',
  /** Its search does not cover what the other requested. */
  'other_criteria',
  /** It is not a run, but what is stored of many runs. */
  'no_run',
] as const;
export type CoverageReason = (typeof COVERAGE_REASONS)[number];

/**
 * For which routes and days a run proves that a record which it did not return was not in the service's cache. Days are
 * days since 1970-01-01, both ends included.
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
  /** Records that it returned in a form that could not be read: they do not count as missing. */
  unreadable: ReadonlySet<number>;
};

/** Whether a run that did not return a record proves that it was not there. */
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
