/** For tests: a model of the service with books of its own, which know nothing of the journal. */
import type { Reply } from '../../marketplace/http/answer.ts';
import {
  answered,
  committedQuote,
  completedCall,
  failed,
  PRICE,
  type Script,
  TOOL,
} from './scripted-service.ts';

/** What the network and the service do with the next order. */
export const ORDER_FATES = [
  'fine',
  'ack_lost',
  'never_arrives',
  'provably_not_sent',
  'wait_requested',
  'service_error_before',
  'service_error_after',
  'refused_outright',
  'refused_with_receipt',
  'pending',
  'outcome_unknown',
  'hangs',
  'nonsense_after',
] as const;
export type OrderFate = (typeof ORDER_FATES)[number];

export type ModelledCall = {
  callRef: string;
  quoteRef: string;
  key: string;
  charged: boolean;
  state: 'completed' | 'pending' | 'unknown' | 'refused';
  output: unknown;
  at: number;
};

/** The marketplace's own books: what it really did, whatever anybody heard. */
export function bookkeeper(clock: () => number) {
  const quotes = new Map<string, { expiresAt: number; input: unknown }>();
  const calls = new Map<string, ModelledCall>();
  const fates: OrderFate[] = [];
  let online = true;

  function execute(key: string, quoteRef: string, fate: OrderFate): ModelledCall | 'gone' | 'consumed' {
    const earlier = calls.get(key);
    if (earlier) return earlier;
    const quote = quotes.get(quoteRef);
    if (!quote || clock() >= quote.expiresAt) return 'gone';
    if ([...calls.values()].some((call) => call.quoteRef === quoteRef)) return 'consumed';
    const state =
      fate === 'pending'
        ? 'pending'
        : fate === 'outcome_unknown'
          ? 'unknown'
          : fate === 'refused_with_receipt'
            ? 'refused'
            : 'completed';
    const call: ModelledCall = {
      callRef: `call-${calls.size + 1}`,
      quoteRef,
      key,
      charged: true,
      state,
      output: { data: [], echo: quote.input },
      at: clock(),
    };
    calls.set(key, call);
    return call;
  }

  const resultOf = (call: ModelledCall) =>
    call.state === 'completed'
      ? completedCall(call.callRef, call.output)
      : call.state === 'pending'
        ? { kind: 'pending', callRef: call.callRef, retryAfterMs: 2_000 }
        : call.state === 'refused'
          ? {
              kind: 'refused',
              code: 'tool_not_ready',
              retryable: false,
              callRef: call.callRef,
              receipt: { state: 'settled', totalBuyerCharge: PRICE },
            }
          : { kind: 'outcome_unknown', callRef: call.callRef, evidence: {} };

  function order(members: Readonly<Record<string, unknown>>): Reply | Promise<Reply> {
    const fate = fates.shift() ?? 'fine';
    if (fate === 'never_arrives') return failed({});
    if (fate === 'provably_not_sent') return failed({ delivery: 'not_sent' });
    if (fate === 'wait_requested')
      return failed({ delivery: 'answered', status: 429, code: 'rate_limited', retryAfterMs: 3_000 });
    if (fate === 'service_error_before')
      return failed({ delivery: 'answered', status: 503, code: 'problem' });
    if (fate === 'refused_outright' && !calls.has(String(members.idempotencyKey)))
      return failed({ delivery: 'answered', status: 403, code: 'problem' });
    const call = execute(String(members.idempotencyKey), String(members.quoteRef), fate);
    if (call === 'gone') return failed({ delivery: 'answered', status: 410, code: 'problem' });
    if (call === 'consumed') return failed({ delivery: 'answered', status: 409, code: 'problem' });
    if (fate === 'ack_lost') return failed({});
    if (fate === 'service_error_after') return failed({ delivery: 'answered', status: 500, code: 'problem' });
    if (fate === 'hangs') return new Promise<Reply>(() => {});
    if (fate === 'nonsense_after') return answered({ kind: 'something_new' });
    return answered(resultOf(call));
  }

  let quoteCount = 0;
  const script: Script = ({ role, members }) => {
    if (!online) return failed({ delivery: role === 'call' ? 'maybe' : 'not_sent' });
    if (role === 'quote') {
      const quoteRef = `quote-${++quoteCount}`;
      quotes.set(quoteRef, { expiresAt: clock() + 60_000, input: members.input });
      return answered(committedQuote(clock() + 60_000, quoteRef, members.input), clock());
    }
    if (role === 'call') return order(members);
    if (role === 'callStatus') {
      const call = [...calls.values()].find(({ callRef }) => callRef === members.callRef);
      if (!call) return failed({ delivery: 'answered', status: 404, code: 'problem' });
      return answered({
        kind: 'found',
        callRef: call.callRef,
        version: 1,
        toolRef: TOOL,
        state: call.state === 'completed' ? 'terminal' : 'in_progress',
        result: resultOf(call),
      });
    }
    if (role === 'callList')
      return answered({
        kind: 'available',
        items: [...calls.values()].map((call) => ({
          callRef: call.callRef,
          toolRef: TOOL,
          state: call.state,
          createdAt: call.at,
          updatedAt: call.at,
        })),
        hasMore: false,
      });
    return failed({});
  };

  return {
    script,
    calls,
    fates,
    setOnline: (on: boolean) => {
      online = on;
    },
    /** The service finishes whatever it was working on. */
    settleAll: () => {
      for (const call of calls.values()) if (call.state !== 'refused') call.state = 'completed';
    },
  };
}

export type ModelledBooks = ReturnType<typeof bookkeeper>;
