import type { AnswerRead } from '#shared/catalogue/absence.ts';
import { fold } from '../../marketplace/answers/fold.ts';
import { furtherPage } from '../../marketplace/answers/further-page.ts';
import { type Came, readListHeaders } from '../../marketplace/answers/list-headers.ts';
import { countsIn, findPartialReason, type ListContext } from '../../marketplace/answers/partial-list.ts';
import { list, member } from '../../marketplace/answers/reading.ts';
import { freshnessOf, REPORTS } from './freshness-reading.ts';

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

/** The list of an answer and the name that it stands under; null where none can be known to be it. */
export function listIn(body: unknown): { name: string; items: readonly unknown[] } | null {
  for (const name of LIST_NAMES) {
    const value = member(body, name);
    if (Array.isArray(value)) return { name, items: value };
  }
  return null;
}

/** How an answer came, and what it answers. */
export type AnswerRecord = {
  /** What was read of its items, each by its reference. */
  keys: readonly string[];
  /** Whether the service answered what was asked, in a way that is understood. */
  answered: boolean;
  /** Its status and headers, where they are known. */
  came: Came | undefined;
  /** When it came, in UTC ms. */
  readAt: number;
  /** What was asked, as far as an answer may repeat it. */
  requested?: ListRequest | undefined;
};
export type ListRequest = { query?: string | undefined; filters?: unknown; cursor?: string | undefined };

/** What an answer with a list shows of its own completeness. */
export function listRead(body: unknown, record: AnswerRecord): AnswerRead {
  const listed = listIn(body);
  // What is no list under such a name leaves the answer without one, which is told as that.
  const skipped = listed === null ? LIST_NAMES : [listed.name];
  return {
    shortfall: answerShortfall(body, record, { skipped, sent: listed?.items.length ?? 0 }),
    sent: listed?.items.length ?? null,
    keys: record.keys,
    ...pageOf(body, record, furtherPage(body)),
  };
}

/** What an answer about one Tool or several says of itself. */
const OF_TOOLS_NAMED = ['toolRef', 'tool', 'missing', 'reason'];

/** The same of an answer about Tools that were named: it has no pages unless it says so, and counts nothing. */
export function namedRead(body: unknown, record: AnswerRecord): AnswerRead {
  const listed = listIn(body);
  const sent = list(listed?.items).length;
  const skipped = [...OF_TOOLS_NAMED, ...(listed === null ? [] : [listed.name])];
  return {
    shortfall: answerShortfall(body, record, { skipped, sent, notFound: true }),
    sent,
    keys: record.keys,
    ...pageOf(body, record, furtherPage(body) ?? false),
  };
}

/** What body and headers say of how many there are, and of a further page. */
function pageOf(
  body: unknown,
  { came }: AnswerRecord,
  further: boolean | null,
): Pick<AnswerRead, 'counts' | 'hasMore'> {
  const words = readListHeaders(came);
  return { counts: [...countsIn(body), ...words.counts], hasMore: words.further || further };
}

function answerShortfall(
  body: unknown,
  { answered, came, readAt, requested }: AnswerRecord,
  list: Pick<ListContext, 'skipped' | 'sent' | 'notFound'>,
): string | null {
  if (!answered) return 'the service did not answer what was asked in a way that Milepost understands';
  const { partialReason } = readListHeaders(came);
  if (partialReason !== null) return partialReason;
  const report = member(body, ...REPORTS);
  return findPartialReason(body, {
    ...list,
    readAt,
    isContinuation: requested?.cursor !== undefined,
    ...(requested === undefined ? {} : { requested }),
    // What the answer says of its source is read as freshness; a second report must say the same.
    known: (name, value) =>
      REPORTS.some((each) => fold(each) === name)
        ? value === report || freshnessOf(value, readAt)?.status === 'fresh'
        : undefined,
  });
}
