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
  /** Behaves, until the next reset, in one legal but unfriendly way. */
  beUnfriendly(way: keyof typeof UNFRIENDLY): Promise<void>;
  changeAccount(change: AccountChange): Promise<void>;
  issueKey(options?: { account?: string; scopes?: string[] }): Promise<string>;
  /** Ends an open Call; false where there is no such open Call. */
  settle(callRef: string, to: SettledAs): Promise<boolean>;
  books(): Promise<{ identity: string; calls: CallInBooks[]; charges: BookedCharge[] }>;
  /** How many requests an endpoint has seen (an operationId, 'openapi', 'provider', 'mcp', 'oauth'). */
  seen(endpoint: string): Promise<number>;
  expireMcpSessions(): Promise<void>;
  reset(options?: { books?: boolean }): Promise<void>;
};

type Unfriendly = { behaviour?: Partial<ControlledBehaviour>; faults?: readonly FaultInput[] };

/** What a service may legally do, in the words of the tests. */
const UNFRIENDLY = {
  /** The first Call is carried out and its answer lost; repeated it is 410, and in the list. */
  acknowledgement_lost_then_410: {
    behaviour: { repeatedOrderStatus: 410 },
    faults: [{ on: 'tool.call', kind: 'drop_acknowledgement' }],
  },
  /** The first order is lost on its way, and no Call is made; repeated it is 410. */
  order_lost_then_410: {
    faults: [
      { on: 'tool.call', kind: 'drop_connection' },
      { on: 'tool.call', kind: 'status', status: 410, code: 'quote_expired', times: 'always', after: 1 },
    ],
  },
  fresh_and_failed: { behaviour: { catalogue: { status: 'fresh', refreshState: 'failed' } } },
  award_count_unlike_rows: { behaviour: { award: { replace: { count: 12_000 } } } },
  /** The cursor counts the rows and moves with each page; `skip` is taken beside it. */
  cursor_moves: { behaviour: { award: { movingCursor: 'from_zero' } } },
  /** The same, with a cursor that does not look like a count. */
  cursor_moves_opaque: { behaviour: { award: { movingCursor: 'opaque' } } },
  /** Whoever sends `skip` gets the first page again; the cursor leads on. */
  skip_repeats_first_page: { behaviour: { award: { movingCursor: 'alone' } } },
} as const satisfies Record<string, Unfriendly>;

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
    async beUnfriendly(way) {
      const { behaviour = {}, faults = [] }: Unfriendly = UNFRIENDLY[way];
      await send('PATCH', '/behaviour', behaviour);
      for (const fault of faults) await act('/faults', fault);
    },
    changeAccount: (change) => act('/account', change),
    issueKey: async (options = {}) => (await send<{ key: string }>('POST', '/keys', options)).key,
    settle: async (callRef, to) =>
      (await send<{ settled: boolean }>('POST', '/calls/settle', { callRef, to })).settled,
    books: () => send('GET', '/books'),
    seen: async (endpoint) => (await send<{ seen: Seen }>('GET', '/state')).seen.counts[endpoint] ?? 0,
    expireMcpSessions: () => act('/mcp/expire'),
    reset: (options = {}) => act('/reset', options),
  };
}
