import type { RecordGroup } from '#shared/contract/awards.ts';

/** What the group is called whose records do not tell by what they are put together. */
const NAMELESS: Readonly<Record<RecordGroup, string>> = {
  date: 'No readable date',
  route: 'No airports',
  programme: 'No programme',
};

/** @param title as the contract gives it: empty, or an arrow without airports, where its records do not tell */
export const headingOf = (title: string, by: RecordGroup): string =>
  title.replace(/^ → $/u, '') || NAMELESS[by];
