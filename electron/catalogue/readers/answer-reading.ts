import type { AnswerRead } from '#shared/catalogue/absence.ts';
import { plainName } from '#shared/plain-text.ts';
import { fold } from '../../marketplace/answers/fold.ts';
import { saysFurther } from '../../marketplace/answers/further-page.ts';
import { label, list, member, membersOf } from '../../marketplace/answers/reading.ts';
import { shortfallIn, shortfallInList } from './shortfall.ts';

/** Names that lists of Tools were seen under. */
const LIST_NAMES = [
  'items',
  'tools',
  'candidates',
  'results',
  'matches',
  'hits',
  'listings',
  'data',
] as const;

/** Members that say nothing of how complete an answer is; what it says of its source is read as freshness. */
const APART = [
  ...LIST_NAMES,
  'tool',
  'query',
  'filters',
  'freshness',
  'catalogueFreshness',
  'sourceFreshness',
  'catalogueStatus',
];
/** Words, folded, of which the name of a count of Tools is made up: `totalElements`, `x-total-count`, `numFound`. */
const COUNTED =
  /^(?:count|total|found|num|matched|x|of|all|overall|estimated?|available|returned|number|size|(?:item|result|tool|record|element|document|hit|row|listing|candidate|offering|service)s?|match(?:es)?|entr(?:y|ies))+$/;
const COUNTING = /count|total|found|num|matched|hits/;
const LONGEST_NAME = 40;

/** Whether a name is that of a count of what the list holds. */
const namesCount = (name: string): boolean =>
  name.length <= LONGEST_NAME && COUNTING.test(fold(name)) && COUNTED.test(fold(name));

/** Where services put what they say of a page. */
const AROUND = ['pagination', 'paging', 'page', 'pageInfo', 'meta', 'metadata', 'links', '_links'] as const;

const around = (body: unknown): unknown[] => [body, ...AROUND.map((name) => member(body, name))];

/** The list of an answer and the name that it stands under; null where none can be known to be it. */
export function listIn(body: unknown): { name: string; items: readonly unknown[] } | null {
  for (const name of LIST_NAMES) {
    const value = member(body, name);
    if (Array.isArray(value)) return { name, items: value };
  }
  return null;
}

/** Whether an answer has a further page, by every word for it; one yes outweighs each no. Null where it does not say. */
function furtherPage(body: unknown): boolean | null {
  let further = saysFurther(body);
  if (further === true) return true;
  for (const place of around(body)) {
    if (membersOf(place) === null) continue;
    const last = member(place, 'isLast', 'isLastPage', 'lastPage', 'last');
    if (last === false) return true;
    if (last === true) further = false;
    const pages = Number(
      label(member(place, 'totalPages', 'pageCount', 'numPages', 'pages', 'lastPage')) ?? 1,
    );
    if (pages > 1) return true;
  }
  return further;
}

/** How many there are by the answer's own counts, each as a number; `NaN` for one that cannot be read. */
function countsIn(body: unknown): number[] {
  return around(body).flatMap((place) =>
    Object.entries(membersOf(place) ?? {})
      .slice(0, MOST_NAMES)
      .flatMap(([name, value]) => {
        if (value === undefined || value === null || Array.isArray(value) || !namesCount(name)) return [];
        const written = label(value);
        return written === null || !/^\d+$/.test(written) ? Number.NaN : Number(written);
      }),
  );
}

const MOST_NAMES = 200;

/**
 * What an answer with a list shows of its own completeness.
 * @param keys what was read of its items
 * @param answered whether the service answered what was asked, in a way that is understood
 */
export function listRead(
  body: unknown,
  { keys, answered, status }: { keys: readonly string[]; answered: boolean; status: number | undefined },
): AnswerRead {
  const listed = listIn(body);
  return {
    shortfall: answerShortfall(body, answered, status, shortfallInList) ?? otherList(body, listed?.name),
    sent: listed?.items.length ?? null,
    keys,
    counts: countsIn(body),
    hasMore: furtherPage(body),
  };
}

/** The same of an answer about Tools that were named: it has no pages unless it says so, and counts nothing. */
export function namedRead(
  body: unknown,
  { keys, answered, status }: { keys: readonly string[]; answered: boolean; status: number | undefined },
): AnswerRead {
  return {
    shortfall: answerShortfall(body, answered, status),
    sent: list(listIn(body)?.items).length,
    keys,
    counts: countsIn(body),
    hasMore: furtherPage(body) ?? false,
  };
}

function answerShortfall(
  body: unknown,
  answered: boolean,
  status: number | undefined,
  said: typeof shortfallIn = shortfallIn,
): string | null {
  if (!answered) return 'the service did not answer what was asked in a way that Milepost understands';
  if (status === 206) return 'the answer was partial';
  return said(body, APART);
}

/** A second list beside the one that was read may hold what is looked for. */
function otherList(body: unknown, read: string | undefined): string | null {
  const members = membersOf(body) ?? {};
  const other = Object.keys(members).find(
    (name) =>
      (read === undefined || fold(name) !== fold(read)) &&
      list(members[name]).some((item) => membersOf(item) !== null),
  );
  return other === undefined ? null : `the answer holds another list, “${plainName(other)}”`;
}
