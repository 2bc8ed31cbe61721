import type { McpReport, McpTool } from '#shared/contract/program/connections.ts';
import type { RequestFailure } from '../http/answer.ts';
import { failureWith, RequestFailed } from '../http/request-failure.ts';
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

type Session = { opened: McpSession; startedAt: number };

/** A connection to the service's MCP endpoint. The list of tools is that of the session. */
export function createConnection(deps: ConnectionDeps): McpConnection {
  let readonly = true;
  let session: Session | null = null;
  let opening: Promise<void> | null = null;
  let trouble: McpReport['trouble'] = null;
  let tools: McpTool[] = [];
  let listedAt: number | null = null;
  let notices: string[] = [];
  let abandoned = false;

  const address = (): URL => {
    const url = new URL(`${deps.base}/mcp`);
    if (readonly) url.searchParams.set('readonly', '1');
    return url;
  };

  const troubled = (error: unknown): never => {
    const failure = failureIn(error);
    trouble = { code: failure.code, words: failure.message, requestId: failure.requestId, at: deps.clock() };
    throw new RequestFailed(failure);
  };

  const openAnew = async (): Promise<void> => {
    const before = session;
    session = null;
    before?.opened.close();
    try {
      // Loaded lazily: the MCP library is large and rarely used.
      const { openSession } = await import('./session.ts');
      const opened = await openSession(
        { url: address(), fetchAs: deps.fetchAs, version: deps.version },
        { timeoutMs: CALL_TIMEOUT_MS },
      );
      if (abandoned) return opened.close();
      session = { opened, startedAt: deps.clock() };
      const { readCompleteList } = await import('./listed-tool.ts');
      const read = await readCompleteList(
        (cursor) => opened.listPage(cursor, { timeoutMs: CALL_TIMEOUT_MS }),
        readonly,
      );
      tools = read.tools;
      notices = read.notices;
      listedAt = deps.clock();
      trouble = null;
    } catch (error) {
      session?.opened.close();
      session = null;
      troubled(error);
    }
  };

  /** Concurrent callers share one opening. */
  const openOnce = (): Promise<void> => {
    opening ??= openAnew().finally(() => {
      opening = null;
      deps.onChange();
    });
    deps.onChange();
    return opening;
  };

  const call: McpConnection['call'] = async (name, input, options) => {
    if (session === null) await openOnce();
    for (let attempt = 0; ; attempt++) {
      const current = session as Session | null;
      if (current === null) return troubled(new SessionExpired());
      try {
        return await current.opened.callTool(name, input, options);
      } catch (error) {
        // An unknown session means that the call was not carried out.
        if (!(error instanceof SessionExpired) || attempt > 0) throw new RequestFailed(failureIn(error));
        if (session === current) await openOnce();
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
      await openOnce();
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

const failureIn = (error: unknown): RequestFailure =>
  error instanceof RequestFailed
    ? error.failure
    : failureWith(
        'session_expired',
        'answered',
        'The service ended the session of the tool connection, and a new one does not last either.',
        { status: 404 },
      );
