import type { AnswerRead } from '#shared/catalogue/absence.ts';
import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import type { Tool } from '#shared/contract/catalogue.ts';
import { plainName } from '#shared/plain-text.ts';
import { firstItems, kindOf, label, member, unknownKind } from '../../marketplace/answers/reading.ts';
import { recordOf } from '../../marketplace/answers/shape.ts';
import { listIn, listRead } from './answer-reading.ts';
import { freshnessInside } from './freshness-reading.ts';
import { readTool } from './tool-reading.ts';

/** A list or search answer as far as it could be read. */
export type ToolListReading = {
  /** False where the service said that it could not answer, or said something that cannot be read. */
  answered: boolean;
  items: Tool[];
  /** The items as they came, in the same order. */
  raw: unknown[];
  /** False where anything in the answer says that not all of this page is here. */
  complete: boolean;
  /** What the answer shows of what is not in it. */
  read: AnswerRead;
  hasMore: boolean;
  nextCursor: string | null;
  freshness: CatalogueFreshness | null;
  notice: string | null;
};

const UNAVAILABLE: Readonly<Record<string, string>> = {
  query_invalid: 'The service could not make sense of the query.',
  source_unavailable: 'The service cannot reach its catalogue at the moment.',
  source_capacity_exceeded: 'The service has too much to do at the moment.',
};

const WITHIN = 'the list stands within another answer';

/** @param status the HTTP status that it came with, where that is known */
export function readToolList(answered: unknown, readAt: number, status?: number): ToolListReading {
  // A list within a wrapping is shown. It proves no absence: what the wrapping says of it may be said in any words.
  const isWrapped = listIn(answered) === null && listIn(recordOf(answered)) !== null;
  const body = isWrapped ? recordOf(answered) : answered;
  const kind = kindOf(body);
  const listed = listIn(body)?.items;
  const pagination = member(body, 'pagination');
  const nextCursor = label(member(pagination, 'nextCursor') ?? member(body, 'nextCursor'));
  const shown = firstItems(listed);
  const beyond = (listed?.length ?? 0) - shown.length;
  const read = shown.flatMap((item) => {
    const tool = readTool(item);
    return tool === null ? [] : [{ tool, item }];
  });
  const unread = shown.length - read.length;
  const known = kind === null ? listed !== undefined : kind.folded === 'ok' || kind.folded === 'nocandidates';
  const stated = listRead(body, {
    keys: read.map(({ tool }) => tool.toolRef),
    answered: known,
    status,
  });
  const answer = isWrapped && stated.shortfall === null ? { ...stated, shortfall: WITHIN } : stated;
  const notices = [
    ...(known
      ? []
      : [kind?.folded === 'unavailable' ? unavailableMessage(body) : unknownKind('answer', kind)]),
    ...(unread === 0 ? [] : [`${unread} of its Tools could not be read.`]),
    ...(beyond === 0 ? [] : [`It holds ${beyond} more Tools than a page may; they are not shown.`]),
  ];
  return {
    answered: known,
    items: read.map(({ tool }) => tool),
    raw: read.map(({ item }) => item),
    complete: answer.shortfall === null && answer.sent === answer.keys.length,
    read: answer,
    hasMore: answer.hasMore ?? false,
    nextCursor,
    freshness: freshnessInside(body, readAt),
    notice: notices.length === 0 ? null : notices.join(' '),
  };
}

/** Why the service could not answer, in our words where its reason is known. */
export function unavailableMessage(body: unknown): string {
  const reason = label(member(body, 'reason'));
  if (reason === null) return 'The service could not answer.';
  return (
    (Object.hasOwn(UNAVAILABLE, reason) ? UNAVAILABLE[reason] : undefined) ??
    `The service could not answer: "${plainName(reason)}".`
  );
}
