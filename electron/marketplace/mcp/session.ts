import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { ErrorCode, McpError, ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { deeperThan } from '#shared/deeper-than.ts';
import { member } from '../answers/reading.ts';
import { LARGEST_SESSION_ANSWER } from '../http/bounded-body.ts';
import type { GuardedFetch, GuardedFetchOptions, Passage } from '../http/guarded-fetch.ts';
import { DEEPEST } from '../http/json-body.ts';
import { RequestFailed } from '../http/request-failure.ts';
import { type ListedToolPage, readToolPage } from './listed-tool.ts';
import { SessionExpired } from './session-expired.ts';
import { sessionFailure, TooDeep } from './session-failure.ts';

export type SessionDeps = {
  /** {base_url}/mcp, with its query. */
  url: URL;
  fetchAs: (options: GuardedFetchOptions) => GuardedFetch;
  /** This program's version. */
  version: string;
};

export type CallOptions = { signal?: AbortSignal; timeoutMs: number };

export type McpSession = {
  protocolVersion: string | null;
  server: { name: string; version: string } | null;
  /** Throws `RequestFailed`, or `SessionExpired` if the service no longer knows the session. */
  listPage(cursor: string | null, options: CallOptions): Promise<ListedToolPage>;
  callTool(
    name: string,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<{ result: unknown; requestId: string | null }>;
  /** Ends the session at the service, if it keeps one, and closes. Never throws. */
  end(): Promise<void>;
  /** Closes without notifying the service. */
  close(): void;
};

const DEADLINE_MS = 15_000;
/** The SDK parses messages in this process: the heaviest takes some ten milliseconds. */
const HEAVIEST_MESSAGE = { values: 60_000, names: 20_000 };
/** A broken event stream is resumed after the last event seen, at growing intervals. */
const RECONNECTION = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 60_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 10,
};

/**
 * Opens a session with the service's MCP endpoint through the official SDK (§4). Throws `RequestFailed` on failure.
 */
export async function openSession(deps: SessionDeps, options: CallOptions): Promise<McpSession> {
  const passages = new AsyncLocalStorage<Sent>();
  const fetch = deps.fetchAs({
    role: 'mcp',
    withKey: true,
    deadlineMs: DEADLINE_MS,
    maximumBytes: LARGEST_SESSION_ANSWER,
    heaviest: HEAVIEST_MESSAGE,
    onPassage: (passage) => {
      const store = passages.getStore();
      if (store === undefined) return;
      store.last = passage;
      store.begun?.(passage);
    },
  });
  const transport = new StreamableHTTPClientTransport(deps.url, { fetch, reconnectionOptions: RECONNECTION });
  const client = new Client({ name: 'milepost', version: deps.version });
  // Its type says that the session id may be undefined, and exact optional properties are stricter than the SDK's own.
  const opening: Sent = { last: null };
  try {
    await passages.run(opening, () =>
      whileAnswering(opening, options, (given) =>
        client.connect(transport as Parameters<Client['connect']>[0], given),
      ),
    );
  } catch (error) {
    await client.close().catch(() => undefined);
    throw new RequestFailed(sessionFailure(error, opening.last));
  }
  const server = client.getServerVersion();

  /** Results are read leniently, so the SDK's result schemas are not applied. */
  const ask = async (method: string, params: Record<string, unknown>, call: CallOptions) => {
    const store: Sent = { last: null };
    try {
      const result: unknown = await passages.run(store, () =>
        whileAnswering(store, call, (given) =>
          client.request({ method, params } as Parameters<Client['request']>[0], ResultSchema, given),
        ),
      );
      if (deeperThan(result, DEEPEST)) throw new TooDeep();
      if (member(result, 'isError') === true) store.last?.learnWait(member(result, 'structuredContent'));
      return { result, requestId: store.last?.requestId ?? null };
    } catch (error) {
      throw isExpired(error) ? new SessionExpired() : new RequestFailed(sessionFailure(error, store.last));
    }
  };

  return {
    protocolVersion: transport.protocolVersion ?? null,
    server: server === undefined ? null : { name: server.name, version: server.version },
    listPage: async (cursor, call) =>
      readToolPage((await ask('tools/list', cursor === null ? {} : { cursor }, call)).result),
    callTool: (name, input, call) => ask('tools/call', { name, arguments: input }, call),
    end: async () => {
      await transport.terminateSession().catch(() => undefined);
      await client.close().catch(() => undefined);
    },
    close: () => void client.close().catch(() => undefined),
  };
}

/** What is known of a request: the head of its answer. */
type Sent = { last: Passage | null; begun?: (passage: Passage) => void };

/**
 * Asks, and gives up where the body of the answer is over, answers nothing and cannot be resumed, or the service does not
 * resume it: the library would wait for its deadline.
 */
async function whileAnswering<Result>(
  sent: Sent,
  call: CallOptions,
  ask: (options: RequestOptions) => Promise<Result>,
): Promise<Result> {
  // Not a combined signal: the library listens to it for good, and Node would keep all that it holds.
  const over = new AbortController();
  const giveUp = () => over.abort(call.signal?.reason);
  if (call.signal?.aborted === true) giveUp();
  call.signal?.addEventListener('abort', giveUp, { once: true });
  let isOpen = true;
  let resumes = false;
  sent.begun = async (passage) => {
    if (passage.status !== NO_STREAM) {
      await passage.over;
      // What has just come is read first.
      await nextTurn();
      if (resumes) return;
    }
    if (isOpen) over.abort(new McpError(ErrorCode.ConnectionClosed, 'Connection closed'));
  };
  try {
    return await ask({
      timeout: call.timeoutMs,
      signal: over.signal,
      onresumptiontoken: () => {
        resumes = true;
      },
    });
  } finally {
    isOpen = false;
    call.signal?.removeEventListener('abort', giveUp);
  }
}

/** The status of a service that offers no stream to resume on. */
const NO_STREAM = 405;

/** Whether an error means that the service no longer knows the session. */
const isExpired = (error: unknown): boolean => error instanceof StreamableHTTPError && error.code === 404;
