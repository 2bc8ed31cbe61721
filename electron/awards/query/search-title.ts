import { savedSearchName } from '#shared/award-search/search-name.ts';

/** The columns that a title needs, over `award_searches s`. */
export const TITLE = 's.title, s.criteria, (SELECT name FROM saved_searches WHERE search_id = s.id) AS name';
export type StoredTitle = { title: string; criteria: string; name: string | null };

/** A condition over `award_searches s`: the search is on the list of saved searches. */
export const LISTED =
  'NOT EXISTS (SELECT 1 FROM saved_searches WHERE search_id = s.id AND removed_at IS NOT NULL)';

/** Replaces a row's stored title by the one shown on screen. */
export const withTitle = <Row extends StoredTitle>(row: Row): Omit<Row, 'name'> => {
  const { name, ...rest } = row;
  return { ...rest, title: savedSearchName({ name, title: row.title, criteria: row.criteria }) };
};
