import type { AccountChange, SettledAs } from './books.ts';
import type { BookedCharge, CallInBooks } from './books-reader.ts';
import type { ControlledBehaviour } from './controlled-behaviour.ts';
import type { Seen } from './fault-gate.ts';
import type { FaultInput, InjectedFault } from './faults.ts';

export type ControlAddress = { url: string; secret: string };

export type ControlClient = {
  state(): Promise<{ behaviour: ControlledBehaviour; faults: InjectedFault[]; seen: Seen }>;
  /** Replaces members of the behaviour, each entirely. */
  behave(change: Partial<ControlledBehaviour>): Promise<ControlledBehaviour>;
  /** Injects a fault and returns its id. */
  inject(fault: FaultInput): Promise<number>;
  clearFaults(id?: number): Promise<void>;
  /** Every unfriendliness, and whether it is active. */
  unfriendlinesses(): Promise<{ kind: string; row: number; shows: string; active: boolean }[]>;
  /** Activates one until they are ended. */
  beUnfriendly(kind: string): Promise<void>;
  beFriendly(): Promise<void>;
  changeAccount(change: AccountChange): Promise<void>;
  issueKey(options?: { account?: string; scopes?: string[] }): Promise<string>;
  expireQuotes(): Promise<void>;
  /** Ends an open Call; false where there is no such open Call. */
  settle(callRef: string, to: SettledAs): Promise<boolean>;
  books(): Promise<{ identity: string; calls: CallInBooks[]; charges: BookedCharge[] }>;
  /** How many requests an endpoint has seen (an operationId, 'openapi', 'provider', 'mcp', 'oauth'). */
  seen(endpoint: string): Promise<number>;
  expireMcpSessions(): Promise<void>;
  announceMcpTools(): Promise<void>;
  reset(options?: { books?: boolean }): Promise<void>;
};

/** A typed client of the control surface, for tests. Throws with the surface's own message where it refuses. */
export function controlClient(control: ControlAddress): ControlClient {
  async function send<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${control.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${control.secret}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer & { error?: string };
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error ?? response.status}`);
    return answer;
  }
  const act = async (path: string, body: unknown = {}): Promise<void> => {
    await send('POST', path, body);
  };
  return {
    state: () => send('GET', '/state'),
    behave: (change) => send('PATCH', '/behaviour', change),
    inject: async (fault) => (await send<{ id: number }>('POST', '/faults', fault)).id,
    clearFaults: async (id) => {
      await send('DELETE', id === undefined ? '/faults' : `/faults/${id}`);
    },
    unfriendlinesses: () => send('GET', '/unfriendly'),
    beUnfriendly: (kind) => act('/unfriendly', { kind }),
    beFriendly: async () => {
      await send('DELETE', '/unfriendly');
    },
    changeAccount: (change) => act('/account', change),
    issueKey: async (options = {}) => (await send<{ key: string }>('POST', '/keys', options)).key,
    expireQuotes: () => act('/quotes/expire'),
    settle: async (callRef, to) =>
      (await send<{ settled: boolean }>('POST', '/calls/settle', { callRef, to })).settled,
    books: () => send('GET', '/books'),
    seen: async (endpoint) => (await send<{ seen: Seen }>('GET', '/state')).seen.counts[endpoint] ?? 0,
    expireMcpSessions: () => act('/mcp/expire'),
    announceMcpTools: () => act('/mcp/list-changed'),
    reset: (options = {}) => act('/reset', options),
  };
}
