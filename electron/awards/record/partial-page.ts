import type { AwardPage } from '#shared/award-search/response.ts';
import { fold } from '../../marketplace/answers/fold.ts';
import { countsIn, namesFurtherPage, pageRecords } from '../../marketplace/answers/further-page.ts';
import { isDenial, label, member } from '../../marketplace/answers/reading.ts';
import { shortfallIn } from '../../marketplace/answers/shortfall.ts';
import { callStanding } from '../../marketplace/service/call-standing.ts';

const LAST_PAGE = /^(?:is)?last(?:page)?$/;
/** A link to more need not lead to rows, and a remaining quota counts none. */
const NOT_ROWS = /^more.*(?:ur[il]|link|href)$|^remaining(?:requests|calls|quota|limit|credits?|attempts)/;
const MAX_NAMES = 200;

type Added = Readonly<Record<string, unknown>>;

/** Whether an answer states, by members beyond the four of §2.2, that it is partial. */
export const isStatedPartial = ({ hasMore }: Pick<AwardPage, 'hasMore'>, added: Added): boolean =>
  shortfallIn(added) !== null ||
  callStanding(label(member(added, 'status', 'state')) ?? '') === 'working' ||
  // Nothing new if the answer's own `hasMore` states it.
  (hasMore !== true && pageRecords(added).some(statesFurtherPage));

function statesFurtherPage(place: Added): boolean {
  const number = (...names: string[]) => Number(label(member(place, ...names)) ?? Number.NaN);
  // Pages may be counted from 0.
  if (
    number('totalPages', 'pageCount', 'numPages', 'pages') >
    number('page', 'pageNumber', 'currentPage') + 1
  )
    return true;
  return Object.entries(place)
    .slice(0, MAX_NAMES)
    .some(([name, value]) => {
      const folded = fold(name);
      if (LAST_PAGE.test(folded)) return value === false;
      return namesFurtherPage(folded) && !NOT_ROWS.test(folded) && !isDenial(value);
    });
}

/** The record counts in members beyond the four of §2.2. */
export const statedCounts = (added: Added): number[] =>
  countsIn(added).filter((count) => Number.isSafeInteger(count));
