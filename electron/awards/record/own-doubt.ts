import type { AwardPage } from '#shared/award-search/response.ts';
import { countsIn } from '../../marketplace/answers/beside-list.ts';
import { fold } from '../../marketplace/answers/fold.ts';
import { isDenial, namesFurther, placesAround } from '../../marketplace/answers/further-page.ts';

/** Names, folded, that say that something is left out, unless they are denied. */
const SHORTFALL =
  /partial|truncat|incomplet|degrad|omit|capped|clipped|skipp|dropp|timedout|timeout|fail|error|warning|stale|missing|exclud|unavailable|withheld|suppressed|^(?:is)?limited$/;
/** Names that say so where they are denied. */
const WHOLENESS = /^(?:is)?(?:complete|completed|exhaustive|full|fresh|uptodate)$/;
const LAST_PAGE = /^(?:is)?last(?:page)?$/;
/** A link to go on by is not shown to lead to rows, and what is left of a quota is none. */
const NO_ROWS = /(?:ur[il]|link|href)$|^remaining(?:requests|calls|quota|limit|credits?|attempts)/;
const IN_TEXT = /\b(?:partial|truncated|incomplete|degraded|omitted|timed out)\b/i;
const LONGEST_TEXT = 500;
const MOST_NAMES = 200;

type Added = Readonly<Record<string, unknown>>;

/** Whether an answer says, by members beside the four of §2.2, that it does not hold all that it should. */
export const doubtsItself = ({ hasMore }: Pick<AwardPage, 'hasMore'>, added: Added): boolean =>
  placesAround(added)
    .flatMap((place) => Object.entries(place).slice(0, MOST_NAMES))
    .some(([name, value]) => {
      const folded = fold(name);
      // Where the answer has said itself that there is more, nothing is new in it.
      if (namesFurther(folded)) return hasMore !== true && !NO_ROWS.test(folded) && !isDenial(value);
      if (LAST_PAGE.test(folded)) return hasMore !== true && value === false;
      if (WHOLENESS.test(folded)) return isDenial(value) && value !== null;
      if (SHORTFALL.test(folded)) return !isDenial(value);
      return typeof value === 'string' && IN_TEXT.test(value.slice(0, LONGEST_TEXT));
    });

/** How many records there are by the counts beside the four of §2.2. */
export const countsBeside = (added: Added): number[] =>
  countsIn(added).filter((count) => Number.isSafeInteger(count));
