import type { AnswerRead } from '#shared/catalogue/absence.ts';
import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import type { Tool } from '#shared/contract/catalogue.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { plainName } from '#shared/plain-text.ts';
import type { Came } from '../../marketplace/answers/list-headers.ts';
import { nextCursorIn } from '../../marketplace/answers/next-cursor.ts';
import {
  firstItems,
  kindOf,
  label,
  member,
  membersOf,
  unknownKind,
} from '../../marketplace/answers/reading.ts';
import { type ListRequest, listIn, listRead } from './answer-reading.ts';
import { freshnessInside } from './freshness-reading.ts';
import { readTool } from './tool-reading.ts';
import { bareListIn, type Unwrapped, unwrapped, withoutProofIfWrapped } from './wrapping.ts';

/** The readable part of a list or search answer. */
export type ToolListReading = {
  /** False if the service refused, or its answer cannot be read. */
  answered: boolean;
  items: Tool[];
  /** The items as received, in the same order. */
  raw: unknown[];
  /** False if anything in the answer states that part of this page is missing. */
  complete: boolean;
  /** The answer's evidence of its own completeness. */
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

/** Unwraps a list. One within a wrapper, or a bare array, is shown but proves no absence. */
export function listAnswer(answered: unknown): Unwrapped {
  const found = unwrapped(
    answered,
    (value) =>
      listIn(value) !== null || bareListIn(value) !== null || kindOf(value)?.folded === 'unavailable',
  );
  const bare = listIn(found.body) === null ? bareListIn(found.body) : null;
  return bare === null ? found : { body: { ...membersOf(found.body), items: bare }, isWrapped: true };
}

/**
 * @param readAt when it was received, in UTC ms
 * @param came its status and headers, if known
 * @param requested the part of the request that the answer may echo
 */
export function readToolList(
  answered: unknown,
  readAt: number,
  came?: Came,
  requested?: ListRequest,
): ToolListReading {
  const { body, isWrapped } = listAnswer(answered);
  const kind = kindOf(body);
  const listed = listIn(body)?.items;
  const shown = firstItems(listed);
  const beyond = (listed?.length ?? 0) - shown.length;
  const read = shown.flatMap((item) => {
    const tool = readTool(item);
    return tool === null ? [] : [{ tool, item }];
  });
  const unread = shown.length - read.length;
  const known = kind === null ? listed !== undefined : kind.folded === 'ok' || kind.folded === 'nocandidates';
  const keys = read.map(({ tool }) => tool.toolRef);
  const answer = withoutProofIfWrapped(
    isWrapped,
    listRead(body, { keys, answered: known, came, readAt, requested }),
  );
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
    nextCursor: nextCursorIn(body, came, requested?.cursor),
    freshness: freshnessInside(body, readAt),
    notice: notices.length === 0 ? null : notices.join(' '),
  };
}

/** Why the service could not answer, in Milepost's words if the reason is known. */
export function unavailableMessage(body: unknown): string {
  const reason = label(member(body, 'reason'));
  if (reason === null) return 'The service could not answer.';
  return ownEntry(UNAVAILABLE, reason) ?? `The service could not answer: “${plainName(reason)}”.`;
}
