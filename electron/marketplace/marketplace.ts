import type { Storage } from '../storage/open.ts';
import type { Asked, AskOptions, Marketplace, Role } from './answer.ts';
import { askFailure } from './asked.ts';
import { type BindingsReport, reportBindings } from './bindings-report.ts';
import type { GuardedFetch, GuardedFetchOptions } from './guarded-fetch.ts';
import { isRetirement } from './header-notices.ts';
import { createNetworkWatch, type NetworkState } from './network-state.ts';
import { type Bindings, bindRoles, type ManualBindings } from './openapi/binding.ts';
import { buildRequest } from './openapi/build-request.ts';
import { keptDocuments } from './openapi/kept-document.ts';
import { ROLE_FACTS } from './openapi/roles.ts';
import { createServiceDocument, type DocumentRefresh } from './openapi/service-document.ts';
import { readAddress, under } from './origin-rule.ts';
import type { Outgoing } from './outgoing.ts';
import { askProvider, type ProviderAnswer } from './provider.ts';
import { createTransport, type RecordActivity } from './transport.ts';

export type MarketplaceDeps = {
  /** Base address as `readAddress` takes it. */
  address: string;
  /** What the service's document is kept under; the address where absent. The embedded marketplace's port changes, its identity does not. */
  keptAs?: string;
  fetch: typeof globalThis.fetch;
  clock: () => number;
  /** The key that was given for exactly this origin, or null. */
  keyFor: () => Promise<string | null>;
  storage: Storage;
  record: RecordActivity;
  /** Roles bound by the person's hand, for this marketplace. */
  manualBindings: { read(): ManualBindings; write(bindings: ManualBindings): void };
  /** `marketplace`: document or bindings changed; `status`: the network's state did; `wait`: a pause began, or what waits for its end changed. */
  onChange: (what: 'marketplace' | 'status' | 'wait') => void;
};

/** A marketplace with what Settings and the frame show of it. */
export type LiveMarketplace = Marketplace & {
  /** The base address that all its paths are relative to, without a slash at its end. */
  readonly base: string;
  /** A `fetch` under the transport's rules, for libraries that speak a protocol of their own. */
  fetchAs(options: GuardedFetchOptions): GuardedFetch;
  bindings(): BindingsReport;
  /** Binds a role to an operation of the document by the person's hand; null returns to the rule. False where there is no such role or operation. */
  bind(role: string, operationId: string | null): boolean;
  refreshDocument(): Promise<DocumentRefresh>;
  network(): NetworkState;
  /** The pause that the service asked for: until when (UTC ms, null where there is none), and the roles that wait for its end. */
  wait(): { until: number | null; roles: string[] };
  /** Gives up what waits; none of it is sent. The pause itself goes on. */
  stopWaiting(): void;
  /** Asks a provider's own address, without the key and without paying. Throws what crosses the contract. */
  askProvider(address: string, input: Readonly<Record<string, unknown>>): Promise<ProviderAnswer>;
  /** Gives up what is still under way. */
  close(): void;
};

const LARGEST_ANSWER = 32 * 1024 * 1024;
const LARGEST_DOCUMENT = 20 * 1024 * 1024;
const DOCUMENT_DEADLINE_MS = 30_000;
/** An answer that contradicts the document has it fetched again, at most this often. */
const REFRESH_EVERY_MS = 60_000;
/** Statuses by which a service says that the request was not the one it declares. */
const CONTRADICTIONS = [400, 404, 405, 415];

/** Opens one marketplace. Throws only for an address that `readAddress` refuses. */
export function createMarketplace(deps: MarketplaceDeps): LiveMarketplace {
  const address = readAddress(deps.address);
  if (!address.ok) throw new RangeError(address.why);
  const { base } = address;
  const basePath = base.pathname.replace(/\/+$/, '');
  const closing = new AbortController();
  const retirements = new Map<string, string[]>();
  const network = createNetworkWatch({ clock: deps.clock, onChange: () => deps.onChange('status') });
  const transport = createTransport({
    fetch: deps.fetch,
    clock: deps.clock,
    origin: base.origin,
    keyFor: deps.keyFor,
    onSign: network.saw,
    onPause: (ms) => {
      network.paused(ms);
      if (!closing.signal.aborted) deps.onChange('wait');
    },
    onHeldBack: () => {
      if (!closing.signal.aborted) deps.onChange('wait');
    },
    record: (row) => {
      const notices = row.notices.filter(isRetirement);
      if (row.status !== null) retirements.set(row.role, notices);
      deps.record(row);
    },
  });

  const send = (outgoing: Outgoing, signal?: AbortSignal): Promise<Asked> =>
    transport.send(
      outgoing,
      signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]),
    );

  const document = createServiceDocument({
    base,
    clock: deps.clock,
    store: keptDocuments(deps.storage, deps.keptAs ?? base.href),
    fetchDocument: () =>
      send({
        role: 'openapi',
        method: 'GET',
        url: new URL(`${base.origin}${basePath}/openapi.json`),
        withKey: false,
        isRead: true,
        urgent: true,
        deadlineMs: DOCUMENT_DEADLINE_MS,
        maximumBytes: LARGEST_DOCUMENT,
      }),
    onChange: () => {
      // After closing, settings can no longer be read and nobody is there to be told.
      if (closing.signal.aborted) return;
      bindings = rebound();
      deps.onChange('marketplace');
    },
  });

  const rebound = (): Bindings =>
    bindRoles({
      document: document.current(),
      whyNone: document.whyNone(),
      basePath,
      manual: deps.manualBindings.read(),
    });
  let bindings = rebound();

  const askOnce = async (
    role: Role,
    members: Readonly<Record<string, unknown>>,
    options: AskOptions,
  ): Promise<Asked> => {
    const facts = ROLE_FACTS[role];
    const binding = bindings[role];
    if (!binding.bound) return askFailure('unbound', 'not_sent', `${facts.words}: ${binding.why}`);
    const built = buildRequest(binding, facts, members);
    if (!built.ok) return askFailure('invalid_request', 'not_sent', built.why);
    const url = under(base, built.request.path);
    if (url === null)
      return askFailure('other_origin', 'not_sent', 'The operation’s path leads nowhere on the marketplace.');
    const { body } = built.request;
    return send(
      {
        role,
        method: built.request.method,
        url,
        headers: built.request.headers,
        ...(body === undefined ? {} : { body }),
        withKey:
          facts.access === 'protected' ||
          (binding.operation?.isPublic === false && facts.access === 'either'),
        isRead: facts.isRead,
        urgent: !facts.isRead || role === 'callStatus',
        deadlineMs: options.deadlineMs ?? facts.deadlineMs,
        maximumBytes: LARGEST_ANSWER,
      },
      options.signal,
    );
  };

  /** Whether the service's answer says that the document is out of date, and it is time to look. */
  const contradicted = (role: Role, asked: Asked): boolean => {
    if (asked.ok || bindings[role].bound === false) return false;
    const { status } = asked.failure;
    const triedAt = document.triedAt();
    return (
      status !== null &&
      CONTRADICTIONS.includes(status) &&
      (triedAt === null || deps.clock() - triedAt >= REFRESH_EVERY_MS)
    );
  };

  const ask: Marketplace['ask'] = async (role, members, options = {}) => {
    if (ROLE_FACTS[role].documented === undefined) await document.atLeastTried();
    const before = bindings[role];
    const asked = await askOnce(role, members, options);
    if (!contradicted(role, asked)) return asked;
    const refreshed = document.refresh();
    // Only a read is asked again by itself, and only where the new document says something else of it.
    if (!ROLE_FACTS[role].isRead) return asked;
    const result = await refreshed;
    const after = bindings[role];
    return result.ok && result.changed && differ(before, after) ? askOnce(role, members, options) : asked;
  };

  void document.refresh();
  return {
    origin: base.origin,
    base: `${base.origin}${basePath}`,
    fetchAs: transport.fetchAs,
    ask,
    available: (role) => {
      const binding = bindings[role];
      return binding.bound ? { ok: true } : { ok: false, why: binding.why };
    },
    bindings: () => reportBindings(bindings, document, [...retirements]),
    bind: (role, operationId) => {
      if (!Object.hasOwn(ROLE_FACTS, role)) return false;
      if (operationId !== null && !document.current()?.operations.some(({ id }) => id === operationId))
        return false;
      const { [role]: _, ...others } = deps.manualBindings.read();
      deps.manualBindings.write(operationId === null ? others : { ...others, [role]: operationId });
      bindings = rebound();
      deps.onChange('marketplace');
      return true;
    },
    refreshDocument: document.refresh,
    network: network.read,
    wait: () => {
      const ms = transport.pausedForMs();
      return { until: ms === 0 ? null : deps.clock() + ms, roles: transport.heldBack() };
    },
    stopWaiting: transport.stopWaiting,
    askProvider: (address, input) =>
      askProvider(
        { fetch: deps.fetch, clock: deps.clock, record: deps.record },
        address,
        input,
        closing.signal,
      ),
    close: () => {
      network.close();
      closing.abort();
    },
  };
}

function differ(before: Bindings[Role], after: Bindings[Role]): boolean {
  if (!before.bound || !after.bound) return before.bound !== after.bound;
  return JSON.stringify(before.operation) !== JSON.stringify(after.operation);
}
