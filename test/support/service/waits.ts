import type { Draws } from './draws.ts';

/** A wait that an answer names. `ms` is its duration; null if none can be read. */
export type Wait = { headers: Record<string, string>; body: Record<string, unknown>; ms: number | null };

const NONE: Wait = { headers: {}, body: {}, ms: null };
const SECOND_MS = 1_000;
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const seconds = (count: number): Wait => ({
  headers: { 'retry-after': String(count) },
  body: {},
  ms: count * SECOND_MS,
});

const header = (name: string, value: string, ms: number): Wait => ({
  headers: { [name]: value },
  body: {},
  ms,
});

/** The three forms of an HTTP date (RFC 9110 §5.6.7). */
function dated(serviceNow: number, ms: number, form: 'fixdate' | 'rfc850' | 'asctime'): Wait {
  const at = new Date(Math.ceil((serviceNow + ms) / SECOND_MS) * SECOND_MS);
  const fixdate = at.toUTCString();
  const [, day = '', month = '', year = '', clock = ''] =
    / (\d\d) (\w{3}) (\d{4}) ([\d:]+)/.exec(fixdate) ?? [];
  const weekday = DAYS[at.getUTCDay()] ?? '';
  const text = {
    fixdate,
    rfc850: `${weekday}, ${day}-${month}-${year.slice(2)} ${clock} GMT`,
    asctime: `${weekday.slice(0, 3)} ${month} ${day.replace(/^0/, ' ')} ${clock} ${year}`,
  }[form];
  // The Date header is rounded down to seconds, and the wait counts from it.
  const begun = Math.floor(serviceNow / SECOND_MS) * SECOND_MS;
  return { headers: { 'retry-after': text }, body: {}, ms: Math.max(0, at.getTime() - begun) };
}

/** A wait that a body names, in units other than milliseconds. `ms` counts from now. */
export function waitForms(serviceNow: number, ms: number, hasDateHeader: boolean): Record<string, Wait> {
  const body = (members: Record<string, unknown>): Wait => ({ headers: {}, body: members, ms });
  return {
    'in seconds': body({ retryAfter: ms / SECOND_MS }),
    'with its unit': body({ retryAfter: `${ms / SECOND_MS}s` }),
    'as a duration': body({ retryAfter: `PT${ms / SECOND_MS}S` }),
    'as a date': hasDateHeader
      ? body({ retryAt: new Date(serviceNow + ms).toISOString() })
      : body({ retryAfterSeconds: ms / SECOND_MS }),
    'in the header': seconds(ms / SECOND_MS),
    'as a value and its unit': body({ retryAfter: { value: ms / SECOND_MS, unit: 'seconds' } }),
    'as a list': body({ retryAfter: [`${ms / SECOND_MS}`] }),
    'in parts': body({ retryAfter: `0m${ms / SECOND_MS}s` }),
    'by a clock': body({ tryAgainIn: `00:${String(ms / SECOND_MS).padStart(2, '0')}` }),
    'in small letters': body({ try_again_after: `pt${ms / SECOND_MS}s` }),
    'as a cooldown': body({ error: { cooldown: { seconds: ms / SECOND_MS } } }),
    'as a poll': body({ pollAfterMs: ms }),
    'as a delay': body({ delayMs: String(ms) }),
    'until it is free': hasDateHeader
      ? body({ blockedUntil: new Date(serviceNow + ms).toISOString() })
      : body({ nextPollMs: ms }),
  };
}

/** @param hasDateHeader whether the answer has a Date header, without which a date refers to an unknown clock */
export function drawWait(draws: Draws, what: string, serviceNow: number, hasDateHeader: boolean): Wait {
  const inBody = (ms: number): Wait => ({ headers: {}, body: { retryAfterMs: ms }, ms });
  const wait = draws.choose(`wait of ${what}`, 0.8, {
    'five seconds': () => seconds(5),
    missing: () => NONE,
    zero: () => seconds(0),
    past: () => (hasDateHeader ? dated(serviceNow, -60_000, 'fixdate') : NONE),
    'zero in the body': () => inBody(0),
    'half a minute in the body': () => inBody(30_000),
    'a fixdate': () => (hasDateHeader ? dated(serviceNow, 20_000, 'fixdate') : seconds(20)),
    'an RFC 850 date': () => (hasDateHeader ? dated(serviceNow, 20_000, 'rfc850') : seconds(20)),
    'an asctime date': () => (hasDateHeader ? dated(serviceNow, 20_000, 'asctime') : seconds(20)),
    'two hours': () => seconds(7_200),
    'thirty hours': () => seconds(108_000),
    'a fraction of a second': () => seconds(2.5),
    'two of them': () => ({ ...seconds(30), headers: { 'retry-after': '5, 30' } }),
    'in other words': () =>
      draws.choose(`words of the wait of ${what}`, 1, {
        'in seconds': seconds(15),
        ...waitForms(serviceNow, 15_000, hasDateHeader),
      }) as Wait,
    'milliseconds in the header': () => header('retry-after-ms', '15000', 15_000),
    'another header': () => header('x-retry-after', '15', 15_000),
    'in quotes': () => header('retry-after', '"15"', 15_000),
    'a limit that is renewed': () => ({
      headers: { 'ratelimit-limit': '10', 'ratelimit-remaining': '0', 'ratelimit-reset': '15' },
      body: {},
      ms: 15_000,
    }),
    'a limit renewed at a moment': () =>
      hasDateHeader
        ? {
            headers: {
              'x-ratelimit-remaining': '0',
              'x-ratelimit-reset': String(Math.ceil(serviceNow / SECOND_MS) + 15),
            },
            body: {},
            ms: 15_000,
          }
        : NONE,
    'a limit of the draft': () => header('ratelimit', '"default";r=0;t=15', 15_000),
    'a date of ISO 8601': () =>
      hasDateHeader
        ? header('retry-after', new Date(serviceNow + 20_000).toISOString(), 20_000)
        : seconds(20),
    'a date in UTC': () => {
      const wait = dated(serviceNow, 20_000, 'fixdate');
      const written = wait.headers['retry-after'] ?? '';
      return hasDateHeader
        ? { ...wait, headers: { 'retry-after': written.replace('GMT', 'UTC') } }
        : seconds(20);
    },
    'inside an error': () => ({ headers: {}, body: { error: { retryAfterMs: 15_000 } }, ms: 15_000 }),
    malformed: () => ({ ...NONE, headers: { 'retry-after': 'soon' } }),
    negative: () => ({ ...NONE, headers: { 'retry-after': '-5' } }),
  });
  return wait();
}
