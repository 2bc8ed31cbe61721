import type { Publish } from '#shared/contract/index.ts';
import type { AskFailure, Marketplace, Role } from '../marketplace/answer.ts';
import type { AnswerKind, KeptAnswer, KeptAnswers } from './kept-answers.ts';

export type Asking = {
  identity(): string;
  kept: KeptAnswers;
  /**
   * Asks the service and keeps what it answered, unless that cannot be read and what is kept can: an answer that says
   * nothing does not take away what is known offline.
   */
  ask(
    kind: AnswerKind & Role,
    question: string,
    members: Readonly<Record<string, unknown>>,
    reading: AnswerReading,
  ): Promise<AskedAndKept>;
  /** UTC ms. */
  clock(): number;
  /** Keeps an answer that came in another way than by its body. */
  keep(identity: string, kind: AnswerKind, question: string, answer: KeptAnswer): void;
  /** Keeps Tools of an answer for searching offline. */
  keepTools(identity: string, raw: readonly unknown[], answer: KeptAnswer): void;
};

export type AnswerReading = {
  /** What of an answer is worth telling screens of. */
  telling: (answer: KeptAnswer) => unknown;
  /** Whether an answer says what was asked for, or why not, in a way that is understood. */
  readable: (answer: KeptAnswer) => boolean;
};

export type AskedAndKept =
  | { ok: true; answer: KeptAnswer; identity: string }
  | { ok: false; failure: AskFailure; identity: string };

export type AskingDeps = {
  marketplace: () => Marketplace;
  identity: () => string;
  clock: () => number;
  kept: KeptAnswers;
  publish: Publish;
};

/** The one way in which the catalogue asks: whatever comes is kept under the marketplace that was asked. */
export function createAsking(deps: AskingDeps): Asking {
  const told = new Map<string, string>();
  const underWay = new Map<string, Promise<AskedAndKept>>();

  /**
   * Tells screens only of what is new in an answer: they ask again when they are told, and an answer whose times alone
   * have moved on would keep them asking for ever.
   */
  const tell = (key: string, worth: unknown): void => {
    const text = JSON.stringify(worth);
    if (told.get(key) === text) return;
    told.set(key, text);
    deps.publish('changed', { topics: ['catalogue', 'status'] });
  };

  const askNow = async (
    key: string,
    kind: AnswerKind & Role,
    question: string,
    members: Readonly<Record<string, unknown>>,
    { telling, readable }: AnswerReading,
  ): Promise<AskedAndKept> => {
    const identity = deps.identity();
    const asked = await deps.marketplace().ask(kind, members);
    if (!asked.ok) return { ok: false, failure: asked.failure, identity };
    const { body, receivedAt, requestId } = asked.answer;
    const answer: KeptAnswer = { body, asOf: receivedAt, requestId };
    const before = deps.kept.read(identity, kind, question);
    if (!readable(answer) && before !== null && readable(before)) return { ok: true, answer, identity };
    if (!told.has(key) && before !== null) told.set(key, JSON.stringify(telling(before)));
    unlessFull(() => deps.kept.write(identity, kind, question, answer));
    tell(key, telling(answer));
    return { ok: true, answer, identity };
  };

  return {
    identity: deps.identity,
    clock: deps.clock,
    kept: deps.kept,
    keep: (identity, kind, question, answer) =>
      unlessFull(() => deps.kept.write(identity, kind, question, answer)),
    ask: (kind, question, members, reading) => {
      // Ten screens that ask the same at once are one request.
      const key = JSON.stringify([deps.identity(), kind, question]);
      const same = underWay.get(key);
      if (same !== undefined) return same;
      const asking = askNow(key, kind, question, members, reading).finally(() => underWay.delete(key));
      underWay.set(key, asking);
      return asking;
    },
    keepTools: (identity, raw, { asOf, requestId }) =>
      unlessFull(() => deps.kept.writeTools(identity, raw, asOf, requestId)),
  };
}

/** An answer is shown also where it cannot be kept: it can be asked for again. */
function unlessFull(keep: () => void): void {
  try {
    keep();
  } catch {
    return;
  }
}
