import type { Publish } from '#shared/contract/index.ts';
import type { Marketplace, RequestFailure, Role } from '../marketplace/http/answer.ts';
import type { AnswerCache, AnswerKind, CachedAnswer } from './answer-cache.ts';

export type CatalogueReader = {
  identity(): string;
  cached: AnswerCache;
  /**
   * Asks the service and caches what it answered, unless that cannot be read and what is cached can: an answer that says
   * nothing does not take away what is known offline.
   */
  ask(
    kind: AnswerKind & Role,
    question: string,
    members: Readonly<Record<string, unknown>>,
    reading: AnswerReading,
  ): Promise<ReadAndCached>;
  /** UTC ms. */
  clock(): number;
  /** Caches an answer that came in another way than by its body. */
  put(identity: string, kind: AnswerKind, question: string, answer: CachedAnswer): void;
  /** Caches Tools of an answer for searching offline. */
  cacheTools(identity: string, raw: readonly unknown[], answer: CachedAnswer): void;
};

type AnswerReading = {
  /** What of an answer is worth announcing to screens. */
  announced: (answer: CachedAnswer) => unknown;
  /** Whether an answer says what was asked for, or why not, in a way that is understood. */
  readable: (answer: CachedAnswer) => boolean;
};

type ReadAndCached =
  | { ok: true; answer: CachedAnswer; identity: string }
  | { ok: false; failure: RequestFailure; identity: string };

export type CatalogueReaderDeps = {
  marketplace: () => Marketplace;
  identity: () => string;
  clock: () => number;
  cached: AnswerCache;
  publish: Publish;
};

/** The one way in which the catalogue asks: whatever comes is stored under the marketplace that was asked. */
export function createCatalogueReader(deps: CatalogueReaderDeps): CatalogueReader {
  const notifiedOf = new Map<string, string>();
  const underWay = new Map<string, Promise<ReadAndCached>>();

  /**
   * Announces to screens only what is new in an answer: they read again when they hear of it, and an answer whose times alone
   * have moved on would make them ask for ever.
   */
  const notify = (key: string, worth: unknown): void => {
    const text = JSON.stringify(worth);
    if (notifiedOf.get(key) === text) return;
    notifiedOf.set(key, text);
    deps.publish('changed', { topics: ['catalogue', 'status'] });
  };

  const readNow = async (
    key: string,
    kind: AnswerKind & Role,
    question: string,
    members: Readonly<Record<string, unknown>>,
    { announced, readable }: AnswerReading,
  ): Promise<ReadAndCached> => {
    const identity = deps.identity();
    const reply = await deps.marketplace().ask(kind, members);
    if (!reply.ok) return { ok: false, failure: reply.failure, identity };
    const { body, receivedAt, requestId } = reply.answer;
    const answer: CachedAnswer = { body, asOf: receivedAt, requestId, came: reply.answer };
    const before = deps.cached.read(identity, kind, question);
    if (!readable(answer) && before !== null && readable(before)) return { ok: true, answer, identity };
    if (!notifiedOf.has(key) && before !== null) notifiedOf.set(key, JSON.stringify(announced(before)));
    unlessFull(() => deps.cached.write(identity, kind, question, answer));
    notify(key, announced(answer));
    return { ok: true, answer, identity };
  };

  return {
    identity: deps.identity,
    clock: deps.clock,
    cached: deps.cached,
    put: (identity, kind, question, answer) =>
      unlessFull(() => deps.cached.write(identity, kind, question, answer)),
    ask: (kind, question, members, reading) => {
      // Ten screens that ask the same at once are one request.
      const key = JSON.stringify([deps.identity(), kind, question]);
      const same = underWay.get(key);
      if (same !== undefined) return same;
      const pending = readNow(key, kind, question, members, reading).finally(() => underWay.delete(key));
      underWay.set(key, pending);
      return pending;
    },
    cacheTools: (identity, raw, { asOf, requestId }) =>
      unlessFull(() => deps.cached.writeTools(identity, raw, asOf, requestId)),
  };
}

/** An answer is shown also where it cannot be stored: it can be asked for again. */
function unlessFull(put: () => void): void {
  try {
    put();
  } catch {
    return;
  }
}
