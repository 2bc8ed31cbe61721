import { savedSearchName } from '#shared/award-search/search-name.ts';

/** What a title is made of, as columns of a statement over `award_searches s`. */
export const TITLE = 's.title, s.criteria, (SELECT name FROM saved_searches WHERE search_id = s.id) AS name';
export type StoredTitle = { title: string; criteria: string; name: string | null };

/** Whether a search is on the list of saved searches, as a condition of the same. */
export const LISTED =
  'NOT EXISTS (SELECT 1 FROM saved_searches WHERE search_id = s.id AND removed_at IS NOT NULL)';

/** A row with the title that the screens show. */
export const titled = <Row extends StoredTitle>(row: Row): Omit<Row, 'name'> => {
  const { name, ...rest } = row;
  return { ...rest, title: savedSearchName({ name, title: row.title, criteria: row.criteria }) };
};
