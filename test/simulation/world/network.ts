import type { Answered, Service } from '../../support/service/declared.ts';
import type { Draws } from '../../support/service/draws.ts';
import type { Life, VirtualTime } from './virtual-time.ts';

/** One request as it was sent, for the oracle. */
export type Sent = {
  at: number;
  wallAt: number;
  origin: string;
  role: string;
  /** Method, path and body: equal for a repeated request. */
  what: string;
  /** Its members in the words of roles. */
  members: Record<string, unknown>;
  life: Life;
  /** Its outcome and time; null while it has none. Given up: by the program, and not at a deadline. */
  ended: { at: number; status: number | null; givenUp: boolean } | null;
};

export type Network = {
  fetchFor(life: Life): typeof globalThis.fetch;
  sent: Sent[];
  /** Reports everything that passes, a line each. */
  watch(notify: (line: string) => void): void;
  recover(): void;
};

export type NetworkOptions = {
  time: VirtualTime;
  draws: Draws;
  services: ReadonlyMap<string, Pick<Service, 'read' | 'answer' | 'books'>>;
  sending: (sent: Sent) => void;
  /** An answer that the program has received completely. */
  reached: (sent: Sent, answer: Answered) => void;
};

/** No request has a shorter deadline. */
const MIN_DEADLINE_MS = 5_000;

const fetchError = (code: string) => Object.assign(new TypeError('fetch failed'), { cause: { code } });

/** The network between the program and the services: loses, delays, cuts and duplicates what passes. */
export function createNetwork({ time, draws, services, sending, reached }: NetworkOptions): Network {
  const rough = draws.choose('mood of the network', 0.6, { calm: 0, rough: 0.1, wild: 0.35 });
  let recovered = false;
  let notify: (line: string) => void = () => {};
  const sent: Sent[] = [];

  const fetchFor =
    (life: Life): typeof globalThis.fetch =>
    (input, init = {}) => {
      const url = new URL(String(input));
      const method = init.method ?? 'GET';
      const text = typeof init.body === 'string' ? init.body : '';
      const service = services.get(url.origin);
      const request = { method, url, headers: new Headers(init.headers), text };
      const { role, members } = service?.read(request) ?? { role: 'other', members: {} };
      const one: Sent = {
        at: time.now(),
        wallAt: time.wallClock(),
        origin: url.origin,
        role,
        what: `${method} ${url.pathname}${url.search} ${text}`,
        members,
        life,
        ended: null,
      };
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      const signal = init.signal ?? null;
      if (life.over) return promise;
      sent.push(one);
      sending(one);
      notify(`${life.name}: ${one.origin} ${one.what}`);
      const end = (status: number | null, givenUp = false): boolean => {
        if (one.ended !== null || life.over) return false;
        one.ended = { at: time.now(), status, givenUp };
        notify(`${life.name}: ${role}: ${status ?? 'no answer'}`);
        return true;
      };
      signal?.addEventListener('abort', () => {
        if (end(null, time.now() - one.at < MIN_DEADLINE_MS))
          reject(new DOMException('This operation was aborted', 'AbortError'));
      });
      const fail = (code: string, ms = 30) =>
        time.after(ms, () => void (end(null) && reject(fetchError(code))));
      const way = draws.choose(`way of ${role}`, recovered ? 0 : rough, {
        straight: 'straight',
        'no connection': 'no connection',
        'request lost': 'request lost',
        'answer lost': 'answer lost',
        'three seconds': 'slow',
        'after the deadline': 'late',
        'answer cut': 'cut',
        'answer doubled': 'doubled',
        'request sent twice by the network': 'resent',
        'answered in between': 'between',
      } as const);
      if (service === undefined || way === 'no connection') {
        fail('ECONNREFUSED');
        return promise;
      }
      if (way === 'request lost') {
        fail('ECONNRESET');
        return promise;
      }
      const recordArrival = (): void => {
        const before = service.books.calls.length;
        const answer = service.answer(request);
        // A refused order is not duplicated: nobody could distinguish the second from the first.
        if (way === 'resent' && service.books.calls.length > before) service.answer(request);
        if (way === 'answer lost') {
          fail('ECONNRESET');
          return;
        }
        if (way === 'between') {
          const instead = betweenAnswer(draws);
          time.after(20, () => void (end(instead.status) && resolve(responseOf(instead, way))));
          return;
        }
        const ms = { slow: 3_000, late: 40_000 }[way as 'slow' | 'late'] ?? 20;
        time.after(ms, () => {
          if (!end(answer.status)) return;
          resolve(responseOf(answer, way));
          notify(`    ${answer.text.length > 300 ? `${answer.text.slice(0, 300)}…` : answer.text}`);
          if (way !== 'cut' && way !== 'doubled') reached(one, answer);
        });
      };
      time.after(20, recordArrival);
      return promise;
    };

  return {
    fetchFor,
    sent,
    watch: (heard) => {
      notify = heard;
    },
    recover: () => {
      recovered = true;
    },
  };
}

/** What a proxy or a gateway says in the place of a service that has taken the request. */
function betweenAnswer(draws: Draws): Pick<Answered, 'status' | 'headers' | 'text'> {
  const of = 'answer in between';
  const status = draws.choose(`status of an ${of}`, 0.9, {
    limited: 429,
    bad: 400,
    forbidden: 403,
    'not found': 404,
    unprocessable: 422,
    gateway: 502,
  });
  const wait = draws.choose(`wait of an ${of}`, 0.5, { none: {}, 'two seconds': { 'retry-after': '2' } });
  const text = draws.choose(`body of an ${of}`, 0.7, {
    page: '<html>Blocked</html>',
    nothing: '',
    message: '{"message":"blocked"}',
  });
  return {
    status,
    headers: { 'content-type': text.startsWith('{') ? 'application/json' : 'text/html', ...wait },
    text,
  };
}

function responseOf(
  { status, headers, text }: Pick<Answered, 'status' | 'headers' | 'text'>,
  way: string,
): Response {
  const init = { status, headers };
  if (way === 'doubled') return new Response(text + text, init);
  if (way !== 'cut') return new Response(text, init);
  const half = new TextEncoder().encode(text.slice(0, Math.floor(text.length / 2)));
  let parts = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (parts++ === 0) controller.enqueue(half);
      else controller.error(fetchError('UND_ERR_SOCKET'));
    },
  });
  return new Response(stream, init);
}
