import { isObject } from '#shared/json.ts';
import type { AppContext, Gate } from '../../../electron/demo-marketplace/http/http-app.ts';
import { type ControlledBehaviour, usualBehaviour } from './controlled-behaviour.ts';
import type { Answered, Memory, OutgoingAnswer, Unfriendliness } from './unfriendly/entry.ts';
import { UNFRIENDLINESSES } from './unfriendly/index.ts';

/** The active unfriendlinesses. */
export type Unfriendly = {
  /** Activates one by its kind; throws for an unknown one. */
  show(kind: string): void;
  /** Deactivates all, with what they had set. */
  end(): void;
  active(): readonly string[];
  gate(gate: Gate, cut: (context: AppContext) => Response): Gate;
};

export function createUnfriendly(behaviour: ControlledBehaviour): Unfriendly {
  const active = new Map<string, { entry: Unfriendliness; memory: Memory }>();
  const affecting = (endpoint: string) =>
    [...active.values()].filter(({ entry }) => entry.on?.includes(endpoint) === true);
  return {
    show(kind) {
      const entry = UNFRIENDLINESSES.find((known) => known.kind === kind);
      if (entry === undefined) throw new Error(`There is no unfriendliness "${kind}".`);
      active.set(kind, { entry, memory: new Map() });
      Object.assign(behaviour, structuredClone(entry.behaviour ?? {}));
    },
    end() {
      const usual = usualBehaviour();
      for (const { entry } of active.values())
        for (const name of Object.keys(entry.behaviour ?? {}))
          Object.assign(behaviour, { [name]: usual[name as keyof ControlledBehaviour] });
      active.clear();
    },
    active: () => [...active.keys()],
    gate: (gate, cut) => async (endpoint, context, next) => {
      const affected = affecting(endpoint);
      if (affected.length === 0) return gate(endpoint, context, next);
      const sent = (outgoing: OutgoingAnswer): Response =>
        outgoing === 'cut' ? cut(context) : responseOf(outgoing);
      return gate(endpoint, context, async () => {
        for (const { entry, memory } of affected) {
          const instead = entry.instead?.(endpoint, memory);
          if (instead === undefined) continue;
          replace(context, sent(instead));
          return;
        }
        for (const { entry } of affected)
          if (entry.request !== undefined) await changeRequest(context, entry.request);
        await next();
        for (const { entry, memory } of affected) {
          if (entry.answer === undefined) continue;
          const outgoing = entry.answer(await answered(context.res), endpoint, memory);
          replace(context, sent(outgoing));
          if (outgoing === 'cut') return;
        }
      });
    },
  };
}

async function changeRequest(
  { req }: AppContext,
  change: NonNullable<Unfriendliness['request']>,
): Promise<void> {
  const { method, url, headers } = req.raw;
  if (method === 'GET') return;
  const text = await req.raw.text();
  const body = jsonOf(text);
  req.raw = new Request(url, {
    method,
    headers: Object.fromEntries([...headers].filter(([name]) => name !== 'content-length')),
    body: isObject(body) ? JSON.stringify(change(body, req.path)) : text,
  });
}

/** Hono would otherwise merge the previous answer's headers. */
function replace(context: AppContext, response: Response): void {
  context.res = undefined;
  context.res = response;
}

async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  const { 'content-length': _length, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: jsonOf(text) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const responseOf = ({ status, headers, body }: Answered): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
