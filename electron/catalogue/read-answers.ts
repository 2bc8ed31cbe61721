import type { AnswerRead } from '#shared/catalogue/absence.ts';
import { CATALOGUE_STATES, type CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import type { Posture, Tool } from '#shared/contract/catalogue.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { plainName } from '#shared/plain-text.ts';
import { fold } from '../marketplace/answers/fold.ts';
import { text } from '../marketplace/answers/reading.ts';
import { cursorAfter, declares, hasFurtherPage, lacksCount } from '../marketplace/service/list-end.ts';
import { type Came, readListHeaders } from '../marketplace/service/list-headers.ts';
import { firstSaid, type Mapped, readAnswer } from '../marketplace/service/read-answer.ts';
import type { AnswerReading } from '../marketplace/service/vocabulary.ts';
import { toolOf } from './read-tools.ts';

/** An answer as it came: its body and map, when it was received (UTC ms), its status and headers if it is fresh. */
export type CatalogueAnswer = Mapped & { asOf: number; came?: Came };

/** A catalogue last read completely longer ago is stale, as the service itself counts (live-marketplace). */
const STALE_AFTER_MS = 36 * 3_600_000;
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

/** Reads a freshness report. An unknown state is `unknown`, and so is *fresh* if the report contradicts it. */
export function readFreshness(answer: CatalogueAnswer): CatalogueFreshness {
  const report = readAnswer('freshness', answer);
  const { asOf: readAt } = answer;
  if (report.kind === 'unreadable')
    return freshnessOf({ status: null, completedAt: null, staleAfterMs: null }, report.why, readAt);
  const contradiction =
    report.refreshState !== null && /fail|error|abort|cancel/i.test(report.refreshState)
      ? `its refresh is “${plainName(report.refreshState)}”`
      : report.partial === true || report.complete === false || readListHeaders(answer.came).partial
        ? 'its report was partial'
        : report.lastError !== null
          ? 'its report says “lastError”'
          : report.ageHours !== null && report.ageHours * HOUR_MS > STALE_AFTER_MS
            ? tooOld(report.ageHours * HOUR_MS)
            : null;
  return {
    ...freshnessOf(report, contradiction, readAt, report.beside),
    refreshState: report.refreshState,
    lastError: report.lastError,
  };
}

const tooOld = (ageMs: number): string =>
  `it was last read completely ${Math.floor(ageMs / HOUR_MS)} hours ago`;

function freshnessOf(
  report: { status: string | null; completedAt: number | null; staleAfterMs: number | null },
  contradicts: string | null,
  readAt: number,
  beside: string | null = null,
): CatalogueFreshness {
  const { completedAt } = report;
  const written = report.status?.trim().toLowerCase();
  const status = CATALOGUE_STATES.find((state) => state !== 'unknown' && state === written) ?? 'unknown';
  const age = completedAt === null ? 0 : readAt - completedAt;
  const stale = Math.min(STALE_AFTER_MS, report.staleAfterMs ?? STALE_AFTER_MS);
  const contradiction =
    status !== 'fresh'
      ? null
      : (contradicts ??
        (age < -CLOCK_TOLERANCE_MS
          ? 'its last complete reading lies in the future'
          : age > stale
            ? tooOld(age)
            : null));
  return {
    status: contradiction === null ? status : 'unknown',
    statusText: report.status === null ? 'not given' : plainName(report.status),
    refreshState: null,
    completedAt,
    lastError: null,
    contradiction,
    doubt: besideOf('its report', beside),
    readAt,
  };
}

type ListRole = 'list' | 'search' | 'compare';
type Listed = Extract<AnswerReading<ListRole>, { kind: 'ok' | 'no_candidates' }>;

/** The part of a request that an answer may echo. */
export type ListRequest = { query?: string | undefined; cursor?: string | undefined };

/** The readable part of a list of Tools. */
export type ToolListReading = {
  /** False if the service refused, or its answer cannot be read. */
  answered: boolean;
  items: Tool[];
  /** False if anything in the answer states that part of this page is missing. */
  complete: boolean;
  /** The answer's evidence of its own completeness. */
  read: AnswerRead;
  hasMore: boolean;
  nextCursor: string | null;
  freshness: CatalogueFreshness | null;
  notice: string | null;
  /** References that the service itself says it does not have. */
  missing: string[];
};

const UNAVAILABLE: Readonly<Record<string, string>> = {
  query_invalid: 'The service could not make sense of the query.',
  source_unavailable: 'The service cannot reach its catalogue at the moment.',
  source_capacity_exceeded: 'The service has too much to do at the moment.',
};

export function readToolList(
  role: ListRole,
  answer: CatalogueAnswer,
  requested: ListRequest = {},
): ToolListReading {
  const read = readAnswer(role, answer);
  if (read.kind === 'unreadable' || read.kind === 'unavailable') {
    const notice =
      read.kind === 'unreadable'
        ? read.why
        : read.reason === null
          ? 'The service could not answer.'
          : (ownEntry(UNAVAILABLE, read.reason) ??
            `The service could not answer: “${plainName(read.reason)}”.`);
    return {
      answered: false,
      items: [],
      complete: false,
      read: {
        shortfall: 'the service did not answer what was asked in a way that Milepost understands',
        sent: null,
        keys: [],
        counts: [],
        hasMore: null,
      },
      hasMore: false,
      nextCursor: null,
      freshness: null,
      notice,
      missing: [],
    };
  }
  const items = (read.items?.items ?? []).map(toolOf);
  const sent = read.items?.sent ?? (declares(role, read.kind, 'items', answer.map) ? null : 0);
  const nextCursor = cursorAfter(role, read, requested.cursor, answer);
  const evidence: AnswerRead = {
    shortfall:
      shortfallOf(read, answer, requested) ??
      (lacksCount(role, read, answer.map) ? 'the answer does not count its Tools as it declares' : null),
    sent,
    keys: items.map(({ toolRef }) => toolRef),
    counts: [
      ...[read.count, read.total].filter((count) => count !== null),
      ...readListHeaders(answer.came).counts,
    ],
    hasMore: hasFurtherPage(role, read, nextCursor, answer),
  };
  return {
    answered: true,
    items,
    complete:
      evidence.shortfall === null &&
      sent === items.length &&
      (evidence.hasMore || (read.count ?? sent) === sent),
    read: evidence,
    hasMore: evidence.hasMore ?? false,
    nextCursor,
    freshness:
      read.freshness === null
        ? null
        : freshnessOf(
            read.freshness,
            null,
            answer.asOf,
            firstSaid({ ...read.freshness.more, ...read.freshness.misfits }),
          ),
    notice: sent === items.length ? null : `${sent - items.length} of its Tools could not be read.`,
    missing: 'missing' in read ? (read.missing ?? []) : [],
  };
}

/** Why a list cannot be all that there is, as the end of a sentence (§1.4); null if nothing says so. */
function shortfallOf(read: Listed, { came }: CatalogueAnswer, { query }: ListRequest): string | null {
  if (read.partial === true || readListHeaders(came).partial) return 'the answer was partial';
  if (read.complete === false) return 'the answer says that it is not complete';
  if (
    'query' in read &&
    read.query !== null &&
    query !== undefined &&
    fold(text(read.query) ?? '') !== fold(query)
  )
    return 'the answer is for another query';
  return besideOf('the answer', read.beside);
}

const besideOf = (what: string, beside: string | null): string | null =>
  beside === null ? null : `${what} says “${plainName(beside)}”, which may mean that something is left out`;

/** The service's reasons why a Tool cannot be called. */
const REASONS: Readonly<Record<string, Pick<Posture, 'state' | 'words'>>> = {
  setup_required: { state: 'needs_setup', words: 'Needs setup at the service before it can be called.' },
  inspection_required: {
    state: 'unavailable',
    words: 'The service has to inspect it before it can be called.',
  },
  temporarily_unavailable: { state: 'unavailable', words: 'Unavailable for the time being.' },
  readiness_expired: {
    state: 'unavailable',
    words: 'The service has not confirmed lately that it is ready.',
  },
  publisher_withdrew: { state: 'unavailable', words: 'Its publisher has withdrawn it.' },
  under_review: { state: 'unavailable', words: 'Under review at the service.' },
  updated_terms_require_review: {
    state: 'needs_setup',
    words: 'Its terms have changed and have to be reviewed at the service before it can be called.',
  },
  not_supported_by_ae: { state: 'unavailable', words: 'The service lists it but does not call it.' },
};

/** Whether the Tool of a describe answer can be called now. An unreadable answer counts as not callable. */
export function postureOf(read: AnswerReading<'describe'>): Posture {
  switch (read.kind) {
    case 'found':
      return { state: 'callable', reason: null, words: 'Can be quoted and called.' };
    case 'not_found':
      return { state: 'not_found', reason: read.reason, words: 'The service did not find it.' };
    case 'unavailable': {
      const { reason } = read;
      const known = reason === null ? undefined : ownEntry(REASONS, reason);
      if (known !== undefined) return { ...known, reason };
      const words =
        reason === null
          ? 'Unavailable; the service does not say why.'
          : `Unavailable: the service says “${plainName(reason)}”.`;
      return { state: 'unavailable', reason, words };
    }
    case 'unreadable':
      return { state: 'unknown', reason: null, words: read.why };
  }
}

/** The posture of a Tool that was listed but never described. */
export const NOT_DESCRIBED: Posture = {
  state: 'unknown',
  reason: null,
  words: 'Not described yet: whether it can be called is not known.',
};

/** What a description says of the Tool's absence. One about another Tool proves nothing about this one. */
export function describedRead(
  read: AnswerReading<'describe'>,
  toolRef: string,
  { came }: CatalogueAnswer,
): AnswerRead {
  const isAnswer = read.kind === 'not_found' && (read.toolRef === null || read.toolRef === toolRef);
  const { further, partial } = readListHeaders(came);
  return {
    shortfall: !isAnswer
      ? 'the service did not answer what was asked in a way that Milepost understands'
      : read.partial === true || partial
        ? 'the answer was partial'
        : besideOf('the answer', read.beside),
    sent: 0,
    keys: [],
    counts: [],
    hasMore: further,
  };
}
