import { setTimeout as delay } from 'node:timers/promises';
import type { McpReport, McpTool } from '#shared/contract/program/connections.ts';
import type { RequestFailure } from '../http/answer.ts';
import { RequestFailed } from '../http/guarded-fetch.ts';
import type { CallOptions, McpSession, SessionDeps } from './session.ts';
import { SessionExpired } from './session-expired.ts';

export type ConnectionDeps = Pick<SessionDeps, 'fetchAs' | 'version'> & {
  /** The marketplace's base address (§4: MCP is at `{base_url}/mcp`). */
  base: string;
  /** UTC ms. */
  clock: () => number;
  onChange: () => void;
};

type ConnectionState = Pick<
  McpReport,
  'address' | 'state' | 'readonly' | 'trouble' | 'session' | 'listedAt' | 'tools' | 'notices'
>;

export type McpConnection = {
  state(): ConnectionState;
  /** Opens a session and reads the list, or keeps one with the same choice. Throws `RequestFailed`. */
  open(readonly: boolean): Promise<void>;
  /**
   * Calls a listed tool. If the session has expired, opens a new one and repeats the call once. Throws
   * `RequestFailed`.
   */
  call(
    name: string,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<{ result: unknown; requestId: string | null }>;
  /** Ends the session at the service and discards its list. */
  close(): Promise<void>;
  /** Closes at once without notifying the service. */
  abandon(): void;
};

export const CALL_TIMEOUT_MS = 15_000;
/** A changing list is read again at most this often. */
const LIST_EVERY_MS = 500;
/** An expiring session is renewed automatically at most this often. */
const RENEW_EVERY_MS = 10_000;

type Session = { opened: McpSession; startedAt: number; renewed: number };

/** A connection to the service's MCP endpoint, which keeps its session and list current. */
export function createConnection(deps: ConnectionDeps): McpConnection {
  let readonly = true;
  let session: Session | null = null;
  let opening: Promise<void> | null = null;
  let listing: Promise<void> | null = null;
  let outdated = false;
  let trouble: McpReport['trouble'] = null;
  let tools: McpTool[] = [];
  let listedAt: number | null = null;
  let notices: string[] = [];
  let renewedAt = 0;
  let readAt = 0;
  let abandoned = false;

  const address = (): URL => {
    const url = new URL(`${deps.base}/mcp`);
    if (readonly) url.searchParams.set('readonly', '1');
    return url;
  };

  const troubled = (error: unknown): never => {
    const failure = failureOf(error);
    trouble = { code: failure.code, words: failure.message, requestId: failure.requestId, at: deps.clock() };
    throw new RequestFailed(failure);
  };

  const openAnew = async (renewed: number): Promise<void> => {
    const before = session;
    session = null;
    before?.opened.close();
    try {
      // Loaded lazily: the MCP library is large and rarely used.
      const { openSession } = await import('./session.ts');
      const opened: McpSession = await openSession(
        {
          url: address(),
          fetchAs: deps.fetchAs,
          version: deps.version,
          onListChanged: () => void (session?.opened === opened ? relist() : undefined),
          // A call that finds the session expired is reported first and renews it itself.
          onExpired: () => setImmediate(() => expired(opened)),
        },
        { timeoutMs: CALL_TIMEOUT_MS },
      );
      if (abandoned) return opened.close();
      session = { opened, startedAt: deps.clock(), renewed };
      await readList(opened);
      trouble = null;
    } catch (error) {
      session?.opened.close();
      session = null;
      troubled(error);
    }
  };

  /** Concurrent callers share one opening. */
  const openOnce = (renewed: number): Promise<void> => {
    opening ??= openAnew(renewed).finally(() => {
      opening = null;
      deps.onChange();
    });
    deps.onChange();
    return opening;
  };

  const expired = (opened: McpSession): void => {
    const justNow = Math.abs(deps.clock() - renewedAt) < RENEW_EVERY_MS;
    if (abandoned || session?.opened !== opened || justNow) return;
    renewedAt = deps.clock();
    openOnce(session.renewed + 1).catch(() => undefined);
  };

  const readList = async (opened: McpSession): Promise<void> => {
    const { readCompleteList, toolListChanges } = await import('./listed-tool.ts');
    const read = await readCompleteList(
      (cursor) => opened.listPage(cursor, { timeoutMs: CALL_TIMEOUT_MS }),
      readonly,
    );
    const changes = listedAt === null ? [] : toolListChanges(tools, read.tools);
    tools = read.tools;
    notices = [...read.notices, ...(changes.length > 0 ? changes : notices.filter(isChange))];
    listedAt = deps.clock();
    readAt = performance.now();
  };

  /** Reads the list again, and once more if it changed meanwhile. */
  const relist = (): Promise<void> => {
    outdated = true;
    listing ??= (async () => {
      while (outdated && session !== null) {
        outdated = false;
        await delay(LIST_EVERY_MS - (performance.now() - readAt), undefined, { ref: false });
        if (session !== null) await readList(session.opened);
      }
    })()
      .catch((error: unknown) => {
        try {
          troubled(error);
        } catch {
          // The failure is shown; the list is kept.
        }
      })
      .finally(() => {
        listing = null;
        deps.onChange();
      });
    return listing;
  };

  const call: McpConnection['call'] = async (name, input, options) => {
    if (session === null) await openOnce(0);
    for (let attempt = 0; ; attempt++) {
      const current = session as Session | null;
      if (current === null) return troubled(new SessionExpired());
      try {
        return await current.opened.callTool(name, input, options);
      } catch (error) {
        // An unknown session means that the call was not carried out.
        if (!(error instanceof SessionExpired) || attempt > 0) throw new RequestFailed(failureOf(error));
        if (session === current) await openOnce(current.renewed + 1);
        else if (opening !== null) await opening;
      }
    }
  };

  return {
    state: () => ({
      address: address().href,
      state:
        opening !== null
          ? 'connecting'
          : session !== null
            ? 'connected'
            : trouble !== null
              ? 'failed'
              : 'off',
      readonly,
      trouble,
      session:
        session === null
          ? null
          : {
              protocolVersion: session.opened.protocolVersion,
              server: session.opened.server,
              startedAt: session.startedAt,
              isStateful: session.opened.isStateful,
              renewed: session.renewed,
              notifiesChanges: session.opened.notifiesChanges,
            },
      listedAt,
      tools,
      notices,
    }),
    open: async (wanted) => {
      // Concurrent callers with the same choice share the attempt and its failure.
      if (opening !== null && readonly === wanted) return opening;
      if (opening !== null) await opening.catch(() => undefined);
      if (session !== null && readonly === wanted) return;
      if (readonly !== wanted) {
        tools = [];
        listedAt = null;
        notices = [];
      }
      const before = session;
      session = null;
      readonly = wanted;
      await before?.opened.end();
      await openOnce(0);
    },
    call,
    close: async () => {
      if (opening !== null) await opening.catch(() => undefined);
      const before = session;
      session = null;
      trouble = null;
      tools = [];
      listedAt = null;
      notices = [];
      await before?.opened.end();
      deps.onChange();
    },
    abandon: () => {
      abandoned = true;
      session?.opened.close();
      session = null;
    },
  };
}

const isChange = (notice: string): boolean => /^(?:Added|Removed|Changed): /.test(notice);

function failureOf(error: unknown): RequestFailure {
  if (error instanceof RequestFailed) return error.failure;
  return {
    code: 'session_expired',
    delivery: 'answered',
    message: 'The service ended the session of the tool connection, and a new one does not last either.',
    status: 404,
    requestId: null,
    retryAfterMs: null,
    problem: null,
    body: null,
  };
}
