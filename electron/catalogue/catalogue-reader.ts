import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tool } from '#shared/contract/catalogue.ts';
import type { Publish } from '#shared/contract/index.ts';
import type { Marketplace, RequestFailure, Role } from '../marketplace/http/answer.ts';
import type { AnswerCache, AnswerKind, CachedAnswer } from './answer-cache.ts';

export type CatalogueReader = {
  identity(): string;
  cached: AnswerCache;
  /** Requests an answer from the service and caches it. An unreadable answer never replaces a readable one in the cache. */
  request(
    kind: AnswerKind & Role,
    question: string,
    members: Readonly<Record<string, unknown>>,
    reading: HowToRead,
  ): Promise<ReadAndCached>;
  /** UTC ms. */
  clock(): number;
  /** Caches an answer that was derived from something other than a body, such as a 404. */
  put(identity: string, kind: AnswerKind, question: string, answer: CachedAnswer): void;
  /** Caches Tools of an answer for searching offline. */
  cacheTools(identity: string, tools: readonly Tool[], answer: CachedAnswer): Promise<void>;
};

/** As many as the largest page of the service has, twice over. */
const TOOLS_IN_ONE_TURN = 200;

type HowToRead = {
  /** The part of an answer whose change is announced to screens. */
  announced: (answer: CachedAnswer) => unknown;
  /** Whether the answer, or its refusal, was understood. */
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

/** The only path of catalogue requests: every answer is cached under the marketplace that gave it. */
export function createCatalogueReader(deps: CatalogueReaderDeps): CatalogueReader {
  const announcedBefore = new Map<string, string>();
  const underWay = new Map<string, Promise<ReadAndCached>>();

  /**
   * Announces only what is new: screens read again on each announcement, so announcing mere changes of time would make
   * them loop.
   */
  const notify = (key: string, announced: unknown): void => {
    const text = JSON.stringify(announced);
    if (announcedBefore.get(key) === text) return;
    announcedBefore.set(key, text);
    deps.publish('changed', { topics: ['catalogue', 'status'] });
  };

  const readNow = async (
    key: string,
    kind: AnswerKind & Role,
    question: string,
    members: Readonly<Record<string, unknown>>,
    { announced, readable }: HowToRead,
  ): Promise<ReadAndCached> => {
    const identity = deps.identity();
    const reply = await deps.marketplace().ask(kind, members);
    if (!reply.ok) return { ok: false, failure: reply.failure, identity };
    const { body, map, receivedAt, requestId } = reply.answer;
    const answer: CachedAnswer = { body, map, asOf: receivedAt, requestId, came: reply.answer };
    const before = deps.cached.read(identity, kind, question);
    if (!readable(answer) && before !== null && readable(before)) return { ok: true, answer, identity };
    if (!announcedBefore.has(key) && before !== null)
      announcedBefore.set(key, JSON.stringify(announced(before)));
    // Each of these takes some ten milliseconds of the largest answer.
    await nextTurn();
    ignoreCacheFailure(() => deps.cached.write(identity, kind, question, answer));
    await nextTurn();
    notify(key, announced(answer));
    await nextTurn();
    return { ok: true, answer, identity };
  };

  return {
    identity: deps.identity,
    clock: deps.clock,
    cached: deps.cached,
    put: (identity, kind, question, answer) =>
      ignoreCacheFailure(() => deps.cached.write(identity, kind, question, answer)),
    request: (kind, question, members, reading) => {
      // Identical concurrent requests share one.
      const key = JSON.stringify([deps.identity(), kind, question]);
      const same = underWay.get(key);
      if (same !== undefined) return same;
      const pending = readNow(key, kind, question, members, reading).finally(() => underWay.delete(key));
      underWay.set(key, pending);
      return pending;
    },
    cacheTools: async (identity, tools, { asOf, requestId }) => {
      for (let at = 0; at < tools.length; at += TOOLS_IN_ONE_TURN) {
        if (at > 0) await nextTurn();
        const some = tools.slice(at, at + TOOLS_IN_ONE_TURN);
        ignoreCacheFailure(() => deps.cached.writeTools(identity, some, asOf, requestId));
      }
    },
  };
}

/** Ignores a failure to cache: the answer is still shown, and can be requested again. */
function ignoreCacheFailure(put: () => void): void {
  try {
    put();
  } catch {
    return;
  }
}
