import type { ResultAnswer, ResultRequest } from '#shared/contract/results.ts';
import { type Reader, type Sql, sql } from '../../storage/sql.ts';
import { dateOf, NO_DAY } from '../coverage/day.ts';
import { rowsPassing } from './filter.ts';
import type { Source } from './source.ts';
import { FEWEST_OF_GROUPS, FEWEST_OF_ROWS } from './travellers.ts';

type Group = ResultAnswer<'groups'>[number];
type Columns = Omit<Group, 'title'> & { title: string | number };

const SUMS = `sum(f.records) AS records, sum(f.withSpace) AS withSpace, ${FEWEST_OF_GROUPS}`;

/** Counts by one column of the rows, before texts are looked up. */
const counted = (column: string, { from, where }: Source): Sql =>
  sql(
    `SELECT ${column} AS id, count(*) AS records, sum(x.available) AS withSpace,
       ${FEWEST_OF_ROWS}
     FROM ${from} WHERE ${where.text} GROUP BY ${column}`,
    ...where.values,
  );

/**
 * Groups a selection by date, route or programme, in the order of the corresponding sort (sort.ts). Rows that the sort
 * treats as equal form one group, so that groups never interleave.
 */
export function groupsOf(reader: Reader, identity: string, request: ResultRequest<'groups'>): Group[] {
  const { scope, filter, by, descending } = request;
  const passing = rowsPassing(scope, identity, filter);
  const way = descending ? 'DESC' : 'ASC';
  const groups = (() => {
    switch (by) {
      case 'date': {
        const days = counted('x.day', passing);
        return sql(
          `SELECT f.id AS title, ${SUMS} FROM (${days.text}) f GROUP BY f.id
           ORDER BY f.id = ${NO_DAY}, f.id ${way}`,
          ...days.values,
        );
      }
      case 'route': {
        const routes = counted('x.route_id', passing);
        return sql(
          `SELECT min(r.origin) || ' → ' || min(r.destination) AS title, ${SUMS}
           FROM (${routes.text}) f CROSS JOIN award_routes r ON r.id = f.id
           GROUP BY r.origin || ' ' || r.destination ORDER BY r.origin || ' ' || r.destination ${way}`,
          ...routes.values,
        );
      }
      case 'programme': {
        const programmes = counted('x.programme_id', passing);
        return sql(
          `SELECT min(g.name) AS title, ${SUMS}
           FROM (${programmes.text}) f CROSS JOIN award_programmes g ON g.id = f.id
           GROUP BY g.name COLLATE NOCASE ORDER BY g.name COLLATE NOCASE ${way}`,
          ...programmes.values,
        );
      }
    }
  })();
  return reader.all<Columns>(groups).map(({ title, ...rest }) => ({
    title: typeof title === 'number' ? (dateOf(title) ?? '') : title,
    ...rest,
  }));
}
