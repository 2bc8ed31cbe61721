import { ContractFailure, fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Connecting, OAuthReport, ResourceMetadata } from '#shared/contract/program/connections.ts';
import { isStorageError } from '../../storage/problem.ts';
import { RequestFailed, requestFailed } from '../http/request-failure.ts';

import type { TransportDeps } from '../http/transport-deps.ts';
import type { LiveMarketplace } from '../marketplace.ts';
import type { Flow, OAuthFetch, Server } from './authorization-server.ts';
import { flowFailure } from './granted.ts';
import { keylessFetch, ONE_REQUEST } from './keyless-fetch.ts';
import { readResourceMetadata } from './resource-metadata.ts';
import type { KeyOrigin } from './revoke.ts';

/** §5.3: without it nothing can be called. */
const CALL_SCOPE = 'market_tools:call';

/** What is known about the current key, without the key. */
type KnownKey = { stored: boolean; scopes: string[] | null };

export type OAuthDeps = Pick<TransportDeps, 'fetch' | 'clock' | 'record' | 'timing' | 'budgets'> & {
  marketplace: () => LiveMarketplace;
  key: {
    known: () => Promise<KnownKey>;
    /** Stores the key for the current marketplace, replacing any other. Throws contract errors. */
    store: (
      text: string,
      scopes: string[],
      from: KeyOrigin,
    ) => Promise<{ storedIn: 'keychain' | 'memory'; before: string | null }>;
    /** Reads the key's scopes from the service; null if unstated. */
    scopes: () => Promise<string[] | null>;
  };
  /** Opens the user's browser; null if the page shows a link instead. */
  openExternal: ((url: string) => Promise<void>) | null;
  onChange: () => void;
};

export type OAuth = {
  handlers: ContractHandlers['oauth'];
  /** Must be called when the marketplace changes: cancels any attempt there. */
  reset(): void;
  /** Revokes a key at its server, and returns the result as a sentence. Never throws. */
  revoke(key: string, from: KeyOrigin): Promise<string>;
};

type Known = {
  marketplace: string;
  metadata: ResourceMetadata | null;
  trouble: OAuthReport['trouble'];
  server: Server | null;
};
type Attempt = { stop: AbortController; marketplace: LiveMarketplace };
/** The user's choice. */
type WantedAccess = { scopes: string[]; flow: Flow };

/** "Connect in browser", and the service's metadata about its keys (§5.5). One attempt at a time. */
export function createOAuth(deps: OAuthDeps): OAuth {
  let known: Known | null = null;
  let attempt: Attempt | null = null;
  let connecting: Connecting = { state: 'idle' };

  const become = (next: Connecting): void => {
    connecting = next;
    deps.onChange();
  };

  const troubleOf = ({ failure }: RequestFailed) => ({
    code: failure.code,
    words: failure.message,
    requestId: failure.requestId,
    at: deps.clock(),
  });

  /** Requests to the marketplace's own origin share its budget. */
  const fetchFor = (live: LiveMarketplace): OAuthFetch =>
    keylessFetch(deps, new Map([[live.origin, live.fetchAs(ONE_REQUEST)]]));

  const report = (): OAuthReport => {
    const current = known?.marketplace === deps.marketplace().base ? known : null;
    return {
      metadata: current?.metadata ?? null,
      trouble: current?.trouble ?? null,
      connecting,
      opensBrowser: deps.openExternal !== null,
    };
  };

  const refresh = async (): Promise<Known> => {
    const live = deps.marketplace();
    const fetchAt = fetchFor(live);
    const next: Known = { marketplace: live.base, metadata: null, trouble: null, server: null };
    try {
      const metadata = await readResourceMetadata(live.base, fetchAt(live.origin), deps.clock);
      const { firstServer } = await import('./authorization-server.ts');
      const found = await firstServer(metadata.authorizationServers, live.base, fetchAt);
      next.server = found.server;
      next.metadata = { ...metadata, server: found.server?.shown ?? null, serverTrouble: found.why };
    } catch (error) {
      next.trouble = troubleOf(flowFailure(error));
    }
    known = next;
    deps.onChange();
    return next;
  };

  /** Shows what to do in the browser, and opens it if the program can. */
  const show = async (waiting: Connecting & { state: 'waiting' }): Promise<void> => {
    become(waiting);
    try {
      await deps.openExternal?.(waiting.open);
    } catch {
      return;
    }
    if (deps.openExternal !== null && connecting === waiting) become({ ...waiting, opened: true });
  };

  const connectNow = async (server: Server, requested: WantedAccess, current: Attempt): Promise<void> => {
    try {
      const before = await deps.key.known();
      const { scopes, flow } = requested;
      const live = current.marketplace;
      const fetchAt = fetchFor(live);
      const run =
        flow === 'code'
          ? (await import('./code-flow.ts')).codeFlow
          : (await import('./device-flow.ts')).deviceFlow;
      const granted = await run({
        server: server.metadata,
        scopes,
        marketplace: live.base,
        resource: known?.metadata?.resource ?? live.base,
        fetchAt,
        signal: current.stop.signal,
        decide: ({ lifetimeMs, ...page }) =>
          void show({
            state: 'waiting',
            flow,
            ...page,
            expiresAt: deps.clock() + lifetimeMs,
            scopes,
            opened: false,
          }),
      });
      const from = { issuer: server.metadata.issuer, clientId: granted.clientId };
      // A granted key that is not stored is revoked: nobody else could use it or remove it.
      const { revokeKey } = await import('./revoke.ts');
      const giveBack = () => revokeKey(granted.key, from, live, fetchAt, { unwanted: 'new key' });
      // The key is only for the marketplace that it was requested from.
      if (attempt !== current || deps.marketplace() !== current.marketplace) {
        await giveBack();
        return;
      }
      const { storedIn, before: oldKey } = await deps.key
        .store(granted.key, granted.scopes, from)
        .catch(async (error: unknown) => {
          const { failure } = asRequestFailed(error);
          // The keychain holds it, where only the user can remove it.
          if (failure.code === 'key_not_written_down') throw new RequestFailed(failure);
          throw new RequestFailed({ ...failure, message: `${failure.message} ${await giveBack()}` });
        });
      const all = (await deps.key.scopes().catch(() => null)) ?? granted.scopes;
      if (attempt !== current) return;
      become({
        state: 'connected',
        at: deps.clock(),
        before: before.scopes,
        requested: scopes,
        scopes: all,
        missing: all.includes(CALL_SCOPE) ? null : CALL_SCOPE,
        endsAt: granted.expiresIn === null ? null : deps.clock() + granted.expiresIn * 1000,
        replaced: before.stored,
        storedIn,
        oldKey,
      });
    } catch (error) {
      if (attempt !== current) return;
      become({ state: 'failed', trouble: troubleOf(asRequestFailed(error)) });
    } finally {
      if (attempt === current) attempt = null;
    }
  };

  const giveUp = (): void => {
    const current = attempt;
    attempt = null;
    current?.stop.abort();
    become({ state: 'idle' });
  };

  return {
    revoke: async (key, from) => {
      const live = deps.marketplace();
      const { revokeKey } = await import('./revoke.ts');
      return revokeKey(key, from, live, fetchFor(live));
    },
    reset: () => {
      giveUp();
      known = null;
    },
    handlers: {
      read: report,
      refresh: async () => {
        await refresh();
        return report();
      },
      connect: async ({ scopes, flow }) => {
        const live = deps.marketplace();
        const current = known?.marketplace === live.base && known.server !== null ? known : await refresh();
        const { metadata, server } = current;
        if (metadata === null) fail(current.trouble?.code ?? 'no_metadata', current.trouble?.words ?? '');
        if (!metadata.matches)
          fail(
            'wrong_resource',
            'The metadata is about another service than the marketplace in use, so nothing is connected through it.',
          );
        if (server === null) fail('no_server', metadata.serverTrouble ?? 'No authorization server is named.');
        const chosen = flow ?? server.shown.flows[0];
        if (chosen === undefined || !server.shown.flows.includes(chosen))
          fail('no_flow', 'The service offers no way of connecting that Milepost can go.');
        if (!server.shown.registers)
          fail(
            'no_registration',
            'The service does not let programs register by themselves. Store a key that you made in your account there.',
          );
        giveUp();
        const stop = new AbortController();
        attempt = { stop, marketplace: live };
        become({ state: 'starting', flow: chosen });
        void connectNow(server, { scopes, flow: chosen }, attempt);
        return report();
      },
      open: async () => {
        if (connecting.state !== 'waiting' || deps.openExternal === null)
          return fail('nothing_to_open', 'There is no page to open now.');
        try {
          await deps.openExternal(connecting.open);
        } catch {
          fail('no_browser', 'No browser could be opened. Open the address yourself.');
        }
        return report();
      },
      cancel: () => {
        giveUp();
        return report();
      },
    },
  };
}

/** Why a granted key was not stored, or why none was granted. */
const asRequestFailed = (error: unknown): RequestFailed =>
  error instanceof ContractFailure
    ? requestFailed(error.failure.code, 'answered', error.message)
    : isStorageError(error)
      ? requestFailed('not_stored', 'answered', NOT_WRITTEN)
      : flowFailure(error);

const NOT_WRITTEN = 'The data file could not be written to, so the key was not stored.';
