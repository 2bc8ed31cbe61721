import { CATALOGUE_STATES } from '#shared/catalogue/freshness.ts';
import type { Storage } from '../storage/open.ts';
import { type BindingEditor, createBindingEditor } from './binding-editor.ts';
import { type BindingsReport, reportBindings } from './bindings-report.ts';
import type { Marketplace, Reply, RequestOptions, Role } from './http/answer.ts';
import type { GuardedFetch, GuardedFetchOptions } from './http/guarded-fetch.ts';
import { isRetirement } from './http/header-notices.ts';
import type { ReadHeavy } from './http/json-body.ts';
import { createNetworkWatch, type NetworkState } from './http/network-state.ts';
import { readAddress, under } from './http/origin-rule.ts';
import type { Outgoing } from './http/outgoing.ts';
import { repeatedMessage } from './http/repeated-members.ts';
import { requestFailure } from './http/request-failure.ts';
import { createTransport } from './http/transport.ts';
import type { RecordActivity } from './http/transport-deps.ts';
import { documentCache } from './openapi/document-cache.ts';
import type { Built } from './openapi/documented-request.ts';
import { documentedRequest } from './openapi/documented-request.ts';
import type { ManualBindings, PlainBinding } from './openapi/plain-binding.ts';
import { ROLE_FACTS } from './openapi/roles.ts';
import type { Outside } from './outside/outside.ts';
import { ownAnswers } from './own-answers.ts';
import { askProvider, type ProviderAnswer } from './provider.ts';
import { isDeclaredFailure } from './service/failure-forms.ts';
import { readAnswer } from './service/read-answer.ts';
import { isAnswerRole } from './service/vocabulary.ts';
import { createServiceDocument, type DocumentRefresh } from './service-document.ts';
import { byHand, LONG_WAIT_MS } from './waits/by-hand.ts';
import type { OriginBudgets } from './waits/origin-budget.ts';
import { SYSTEM_TIMING, type Timing } from './waits/timing.ts';

export type MarketplaceDeps = {
  /** Base address in the form of `readAddress`. */
  address: string;
  /**
   * The cache key of the service's document; the address if absent. The embedded marketplace's port changes, its
   * identity does not.
   */
  storedAs?: string;
  fetch: typeof globalThis.fetch;
  clock: () => number;
  timing?: Timing;
  /** One budget and one wait per origin, for the whole program. */
  budgets: OriginBudgets;
  /** The key that was given for this origin, or null. */
  keyFor: () => Promise<string | null>;
  /** Called with the status of each answer of the service to a request that carried the key. */
  onKeyAnswered?: ((status: number) => void) | undefined;
  storage: Storage;
  record: RecordActivity;
  /** Parses foreign content outside this process. */
  outside: Outside;
  /** Parses answers too large for this process; if absent, they are not read. */
  readHeavy?: ReadHeavy;
  /** Whether to send and open nothing until `open` is called, after a start that failed. */
  held?: boolean;
  /** The user's manual bindings for this marketplace. */
  manualBindings: { read(): ManualBindings; write(bindings: ManualBindings): void };
  /**
   * `marketplace`: document or bindings changed; `status`: network state changed; `wait`: a pause began, or its queue
   * changed.
   */
  onChange: (what: 'marketplace' | 'status' | 'wait') => void;
};

/** A marketplace with everything that Settings and the frame show of it. */
export type LiveMarketplace = Marketplace & {
  /** The base address of all paths, without a trailing slash. */
  readonly base: string;
  /** A `fetch` under the transport's rules, for protocol libraries. */
  fetchAs(options: GuardedFetchOptions): GuardedFetch;
  bindings(): BindingsReport;
  /** Its name by its document, if there is one. */
  title(): string | undefined;
  /** Changes manual bindings. */
  readonly bindingEditor: BindingEditor;
  /** Opens what the start held back, and allows requests. */
  open(): void;
  /** Whether requests and foreign content are still held back. */
  isHeld(): boolean;
  /** Resolves once the cached document is open; `bindings` states whether there was one. */
  opened(): Promise<void>;
  refreshDocument(): Promise<DocumentRefresh>;
  network(): NetworkState;
  /** The pause that the service asked for: its end (UTC ms, null if none), and the roles waiting for it. */
  wait(): { until: number | null; roles: string[]; tooLong?: { namedMs: number } };
  /**
   * Asks the service once in spite of a long wait, at the user's request, with a public read without cost (§1.4). Once
   * it has answered, what the user asks for goes out; what is automatic waits on.
   */
  askOnce(): Promise<Reply>;
  /** Cancels waiting requests unsent. The pause itself continues. */
  stopWaiting(): void;
  /** Asks a provider's own address, without the key and without paying. Throws contract errors. */
  askProvider(address: string, input: Readonly<Record<string, unknown>>): Promise<ProviderAnswer>;
  /** Cancels all requests. */
  close(): void;
};

/** In bytes. No catalogue page is larger; paid content may be. */
const LARGEST_ANSWER = 4 * 1024 * 1024;
const LARGEST_PAID = 32 * 1024 * 1024;
const MAY_HOLD_OUTPUTS: readonly Role[] = ['call', 'callStatus', 'callList'];
const LARGEST_DOCUMENT = 20 * 1024 * 1024;
const DOCUMENT_DEADLINE_MS = 30_000;
/** An answer that contradicts the document triggers a new fetch, at most this often. */
const REFRESH_EVERY_MS = 60_000;
/** Statuses that suggest the request differs from the service's declaration. */
const CONTRADICTIONS = [400, 404, 405, 415];

/** The error while everything from outside is held back. */
const HELD_BACK =
  'Milepost opened nothing from outside, because its last start did not end well. Open the marketplace again in Settings.';

/** Roles whose answers decide money. */
const OF_MONEY: ReadonlySet<Role> = new Set([
  'quote',
  'call',
  'callStatus',
  'callList',
  'cancel',
  'account',
  'balance',
]);

/** An answer about money in which a name stands twice is not understood: which of the two holds is not known. */
function understood(role: Role, reply: Reply): Reply {
  const repeated = reply.ok ? reply.answer.repeated : reply.failure.repeated;
  const message = OF_MONEY.has(role) ? repeatedMessage(repeated, role === 'callList') : null;
  if (message === null) return reply;
  if (!reply.ok) return { ok: false, failure: { ...reply.failure, delivery: 'maybe', message } };
  const { status, requestId, body, bytes, map, retryAfterMs = null } = reply.answer;
  const more = { status, requestId, body, bytes, map, retryAfterMs, ...(repeated && { repeated }) };
  return requestFailure('unreadable', 'maybe', message, more);
}

/** Opens a marketplace. Throws only for an address that `readAddress` rejects. */
export function createMarketplace(deps: MarketplaceDeps): LiveMarketplace {
  const address = readAddress(deps.address);
  if (!address.ok) throw new RangeError(address.why);
  const { base } = address;
  const basePath = base.pathname.replace(/(?<!\/)\/+$/, '');
  const closing = new AbortController();
  const retirements = new Map<string, string[]>();
  const timing = deps.timing ?? { ...SYSTEM_TIMING, clock: deps.clock };
  const { budgets } = deps;
  const budget = budgets.of(base.origin);
  const network = createNetworkWatch({
    clock: deps.clock,
    pausedForMs: budget.pausedForMs,
    onChange: () => deps.onChange('status'),
  });
  const stopListening = budget.listen((what) => {
    deps.onChange('wait');
    if (what === 'wait') deps.onChange('status');
  });
  const store = documentCache(deps.storage, deps.storedAs ?? base.href);
  const transport = createTransport({
    isOwn: ownAnswers(store.hadRequestId()),
    fetch: deps.fetch,
    clock: deps.clock,
    origin: base.origin,
    keyFor: deps.keyFor,
    timing,
    budgets,
    readHeavy: deps.readHeavy,
    onSign: network.saw,
    onKeyAnswered: deps.onKeyAnswered,
    record: (row) => {
      const notices = row.notices.filter(isRetirement);
      if (row.status !== null) retirements.set(row.role, notices);
      deps.record(row);
    },
  });

  const send = (outgoing: Outgoing, signal?: AbortSignal): Promise<Reply> =>
    transport.send(
      outgoing,
      signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]),
    );

  let held = deps.held === true;
  let release = (): void => {};
  const released = held
    ? new Promise<void>((resolve) => {
        release = resolve;
      })
    : null;

  const document = createServiceDocument({
    base,
    clock: deps.clock,
    store,
    outside: deps.outside,
    manual: deps.manualBindings.read,
    startAfter: released,
    fetchDocument: () =>
      send({
        role: 'openapi',
        method: 'GET',
        url: new URL(`${base.origin}${basePath}/openapi.json`),
        withKey: false,
        isRead: true,
        urgent: true,
        asBytes: true,
        deadlineMs: DOCUMENT_DEADLINE_MS,
        maximumBytes: LARGEST_DOCUMENT,
      }),
    onChange: () => {
      // After closing, settings can no longer be read and nobody listens.
      if (closing.signal.aborted) return;
      deps.onChange('marketplace');
    },
  });

  /** A role's request, built by the worker from the operation's declaration. */
  const built = async (
    role: Role,
    binding: PlainBinding & { bound: true },
    members: Readonly<Record<string, unknown>>,
  ): Promise<Built> => {
    if (binding.operation === null) return documentedRequest(binding, ROLE_FACTS[role], members);
    const { id, members: hand } = binding.operation;
    const done = await document.run('request', {
      role,
      operationId: id,
      hand: binding.by === 'user' ? hand : null,
      members,
    });
    return done.ok ? done.value.built : { ok: false, why: `The request could not be made: ${done.why}.` };
  };

  const askOnce = async (
    role: Role,
    members: Readonly<Record<string, unknown>>,
    options: RequestOptions,
  ): Promise<Reply> => {
    const facts = ROLE_FACTS[role];
    const binding = document.bindings()[role];
    if (!binding.bound) return requestFailure('unbound', 'not_sent', `${facts.words}: ${binding.why}`);
    const made = await built(role, binding, members);
    if (!made.ok) return requestFailure('invalid_request', 'not_sent', made.why);
    const url = under(base, made.request.path);
    if (url === null)
      return requestFailure(
        'other_origin',
        'not_sent',
        'The operation’s path leads nowhere on the marketplace.',
      );
    const { body } = made.request;
    const reply = await send(
      {
        role,
        method: made.request.method,
        url,
        headers: made.request.headers,
        ...(body === undefined ? {} : { body }),
        withKey:
          facts.access === 'protected' ||
          (binding.operation?.isPublic === false && facts.access === 'either'),
        isRead: facts.isRead,
        isDeclared: (status, body) => isDeclaredAnswer(role, binding, status, body),
        once: binding.by === 'user' || facts.isPaced === true,
        urgent: !facts.isRead || role === 'callStatus',
        deadlineMs: options.deadlineMs ?? facts.deadlineMs,
        mayLeaveOut: MAY_HOLD_OUTPUTS.includes(role),
        maximumBytes: MAY_HOLD_OUTPUTS.includes(role) ? LARGEST_PAID : LARGEST_ANSWER,
      },
      options.signal,
    );
    const map = binding.operation?.answer ?? undefined;
    return reply.ok ? { ok: true, answer: { ...reply.answer, map } } : reply;
  };

  const isUnreadable = (role: Role, reply: Reply): boolean =>
    reply.ok && isAnswerRole(role) && readAnswer(role, reply.answer).kind === 'unreadable';

  /** Whether the answer suggests that the document is out of date, and a new fetch is due. */
  const contradicted = (role: Role, reply: Reply): boolean => {
    if (!document.bindings()[role].bound) return false;
    const isContradiction = reply.ok
      ? isUnreadable(role, reply)
      : reply.failure.status !== null && CONTRADICTIONS.includes(reply.failure.status);
    const triedAt = document.triedAt();
    return isContradiction && (triedAt === null || Math.abs(deps.clock() - triedAt) >= REFRESH_EVERY_MS);
  };

  /** What the contract itself shows is asked without a document; if its answer has another shape, that is declared. */
  const declared = async (role: Role, reply: Reply): Promise<Reply> => {
    if (!reply.ok || reply.answer.map !== undefined || !isUnreadable(role, reply)) return reply;
    await document.atLeastTried();
    const binding = document.bindings()[role];
    const map = binding.bound ? (binding.operation?.answer ?? undefined) : undefined;
    return { ok: true, answer: { ...reply.answer, map } };
  };

  const ask: Marketplace['ask'] = async (role, members, options = {}) => {
    if (held) return requestFailure('held_back', 'not_sent', HELD_BACK);
    await document.opened();
    if ((ROLE_FACTS[role].documented?.method ?? null) === null) await document.atLeastTried();
    const before = document.bindings()[role];
    const reply = understood(role, await declared(role, await askOnce(role, members, options)));
    if (!contradicted(role, reply)) return reply;
    const refreshed = document.refresh();
    // Only reads are repeated automatically, and only if the new document changes their request.
    if (!ROLE_FACTS[role].isRead || (before.bound && before.by === 'user')) return reply;
    const result = await refreshed;
    const after = document.bindings()[role];
    return result.ok && result.changed && differ(before, after)
      ? understood(role, await askOnce(role, members, options))
      : reply;
  };

  if (!held) void document.refresh();
  return {
    origin: base.origin,
    base: `${base.origin}${basePath}`,
    fetchAs: transport.fetchAs,
    ask,
    whyNot: async (role, members) => {
      await document.opened();
      const binding = document.bindings()[role];
      if (!binding.bound) return `${ROLE_FACTS[role].words}: ${binding.why}`;
      const made = await built(role, binding, members);
      return made.ok ? null : made.why;
    },
    available: (role) => {
      if (held) return { ok: false, why: HELD_BACK };
      const binding = document.bindings()[role];
      return binding.bound ? { ok: true } : { ok: false, why: binding.why };
    },
    bindings: () => reportBindings(document, [...retirements]),
    title: () => document.current()?.title,
    bindingEditor: createBindingEditor({
      document,
      manual: deps.manualBindings,
      onChange: () => deps.onChange('marketplace'),
    }),
    open: () => {
      if (!held) return;
      held = false;
      release();
      void document.refresh();
    },
    isHeld: () => held,
    opened: document.opened,
    refreshDocument: async () =>
      held ? { ok: false, failure: null, why: HELD_BACK } : document.refreshAnew(),
    network: network.read,
    wait: () => {
      const ms = budget.pausedForMs();
      return {
        until: ms === 0 ? null : deps.clock() + ms,
        roles: budget.heldBack(),
        ...(ms >= LONG_WAIT_MS && { tooLong: { namedMs: budget.namedMs() } }),
      };
    },
    askOnce: () =>
      byHand(async () => {
        if (budget.pausedForMs() >= LONG_WAIT_MS) budget.permitOnce();
        const reply = await ask('freshness', {});
        if (reply.ok) budget.openToHand();
        return reply;
      }),
    stopWaiting: budget.stopWaiting,
    askProvider: (address, input) =>
      askProvider(
        {
          fetch: deps.fetch,
          clock: deps.clock,
          record: deps.record,
          timing,
          budgets,
        },
        address,
        input,
        closing.signal,
      ),
    close: () => {
      stopListening();
      closing.abort();
    },
  };
}

/** Whether an answer is one that the operation of a role declares, or has the shape seen live. */
function isDeclaredAnswer(
  role: Role,
  { operation }: PlainBinding & { bound: true },
  status: number,
  body: unknown,
): boolean {
  if (status >= 300) return isDeclaredFailure(operation?.failures ?? [], status, body);
  const answer = { body, map: operation?.answer ?? undefined };
  if (role === 'freshness') {
    // Many answers have a status: that of the catalogue is a known one, or stands beside what only a report says.
    const report = readAnswer(role, answer);
    if (report.kind === 'unreadable') return false;
    const { status: stated, refreshState, completedAt, generation, ageHours } = report;
    const isKnown = CATALOGUE_STATES.some((state) => state === stated);
    return isKnown || [refreshState, completedAt, generation, ageHours].some((said) => said !== null);
  }
  const reader = role === 'cancel' ? 'callStatus' : role;
  return isAnswerRole(reader) && readAnswer(reader, answer).kind !== 'unreadable';
}

function differ(before: PlainBinding, after: PlainBinding): boolean {
  if (!before.bound || !after.bound) return before.bound !== after.bound;
  return before.operation?.mark !== after.operation?.mark;
}
