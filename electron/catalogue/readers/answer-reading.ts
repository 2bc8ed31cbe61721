import type { AnswerRead } from '#shared/catalogue/absence.ts';
import { fold } from '../../marketplace/answers/fold.ts';
import { furtherPage } from '../../marketplace/answers/further-page.ts';
import type { ListContext } from '../../marketplace/answers/harmless-members.ts';
import { type Came, readListHeaders } from '../../marketplace/answers/list-headers.ts';
import { countsIn, findPartialReason } from '../../marketplace/answers/partial-list.ts';
import { list, member } from '../../marketplace/answers/reading.ts';
import { freshnessOf, REPORTS } from './freshness-reading.ts';

/** Member names that services use for lists of Tools. */
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

/** The list in an answer and its member name; null if none is recognised. */
export function listIn(body: unknown): { name: string; items: readonly unknown[] } | null {
  for (const name of LIST_NAMES) {
    const value = member(body, name);
    if (Array.isArray(value)) return { name, items: value };
  }
  return null;
}

/** An answer's transport details and the request it answers. */
export type AnswerRecord = {
  /** References of the items that were read. */
  keys: readonly string[];
  /** Whether the service gave an answer that was understood. */
  answered: boolean;
  /** Its status and headers, if known. */
  came: Came | undefined;
  /** When it was received, in UTC ms. */
  readAt: number;
  /** The part of the request that an answer may echo. */
  requested?: ListRequest | undefined;
};
export type ListRequest = { query?: string | undefined; filters?: unknown; cursor?: string | undefined };

/** Reads an answer's evidence of its own completeness. */
export function listRead(body: unknown, record: AnswerRecord): AnswerRead {
  const listed = listIn(body);
  // A non-list under one of these names means no list; `sent` reports that.
  const skipped = listed === null ? LIST_NAMES : [listed.name];
  return {
    shortfall: answerShortfall(body, record, { skipped, sent: listed?.items.length ?? 0 }),
    sent: listed?.items.length ?? null,
    keys: record.keys,
    ...pageOf(body, record, furtherPage(body)),
  };
}

/** Members of an answer about named Tools that do not bear on completeness. */
const OF_TOOLS_NAMED = ['toolRef', 'tool', 'missing', 'reason'];

/** As `listRead` for an answer about named Tools, which has no pages unless stated. */
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

/** Reads counts and the sign of a further page from body and headers. */
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
    // The first freshness report is read elsewhere; a second one must agree with it.
    known: (name, value) =>
      REPORTS.some((each) => fold(each) === name)
        ? value === report || freshnessOf(value, readAt)?.status === 'fresh'
        : undefined,
  });
}
