import type { Behaviour } from './behaviour.ts';
import type { BookedCharge, CallInBooks } from './books-reader.ts';
import type { FaultInput } from './faults.ts';

export type ControlAddress = { url: string };

export type ControlClient = {
  state(): Promise<{ behaviour: Behaviour; seen: Record<string, number> }>;
  /** Replaces members of the behaviour, each entirely. */
  behave(change: Partial<Behaviour>): Promise<Behaviour>;
  inject(fault: FaultInput): Promise<void>;
  clearFaults(): Promise<void>;
  issueKey(options?: { account?: string; scopes?: string[] }): Promise<string>;
  books(): Promise<{ identity: string; calls: CallInBooks[]; charges: BookedCharge[] }>;
  /** How many requests an endpoint has seen (an operationId, 'openapi', 'provider', 'mcp', 'oauth'). */
  seen(endpoint: string): Promise<number>;
  expireMcpSessions(): Promise<void>;
  reset(): Promise<void>;
};

/** Every order after the first is answered with this status, whatever became of the first. */
export const repeatedOrders = (status: number, code = 'quote_consumed'): FaultInput => ({
  on: 'tool.call',
  kind: 'status',
  status,
  code,
  times: 'always',
  after: 1,
});

/** A typed client of the control surface, for tests. Throws with the surface's own message where it refuses. */
export function controlClient(control: ControlAddress): ControlClient {
  async function send<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${control.url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
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
    inject: (fault) => act('/faults', fault),
    clearFaults: async () => {
      await send('DELETE', '/faults');
    },
    issueKey: async (options = {}) => (await send<{ key: string }>('POST', '/keys', options)).key,
    books: () => send('GET', '/books'),
    seen: async (endpoint) =>
      (await send<{ seen: Record<string, number> }>('GET', '/state')).seen[endpoint] ?? 0,
    expireMcpSessions: () => act('/mcp/expire'),
    reset: () => act('/reset'),
  };
}
