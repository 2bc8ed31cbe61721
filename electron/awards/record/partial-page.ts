import type { AwardPage } from '#shared/award-search/response.ts';
import { fold } from '../../marketplace/answers/fold.ts';
import { isDenial, namesFurtherPage, pageRecords } from '../../marketplace/answers/further-page.ts';
import { countsIn } from '../../marketplace/answers/partial-list.ts';

/** Folded names that mean something is left out, unless denied. */
const SHORTFALL =
  /partial|truncat|incomplet|degrad|omit|capped|clipped|skipp|dropp|timedout|timeout|fail|error|warning|stale|missing|exclud|unavailable|withheld|suppressed|^(?:is)?limited$/;
/** Folded names that mean so when denied. */
const COMPLETENESS = /^(?:is)?(?:complete|completed|exhaustive|full|fresh|uptodate)$/;
const LAST_PAGE = /^(?:is)?last(?:page)?$/;
/** A link need not lead to rows, and a remaining quota counts none. */
const NOT_ROWS = /(?:ur[il]|link|href)$|^remaining(?:requests|calls|quota|limit|credits?|attempts)/;
const IN_TEXT = /\b(?:partial|truncated|incomplete|degraded|omitted|timed out)\b/i;
const LONGEST_TEXT = 500;
const MAX_NAMES = 200;

type Added = Readonly<Record<string, unknown>>;

/** Whether an answer states, by members beyond the four of §2.2, that it is partial. */
export const isStatedPartial = ({ hasMore }: Pick<AwardPage, 'hasMore'>, added: Added): boolean =>
  pageRecords(added)
    .flatMap((place) => Object.entries(place).slice(0, MAX_NAMES))
    .some(([name, value]) => {
      const folded = fold(name);
      // Nothing new if the answer's own `hasMore` states it.
      if (namesFurtherPage(folded)) return hasMore !== true && !NOT_ROWS.test(folded) && !isDenial(value);
      if (LAST_PAGE.test(folded)) return hasMore !== true && value === false;
      if (COMPLETENESS.test(folded)) return isDenial(value) && value !== null;
      if (SHORTFALL.test(folded)) return !isDenial(value);
      return typeof value === 'string' && IN_TEXT.test(value.slice(0, LONGEST_TEXT));
    });

/** The record counts in members beyond the four of §2.2. */
export const statedCounts = (added: Added): number[] =>
  countsIn(added).filter((count) => Number.isSafeInteger(count));
