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

/** A wait that an answer names otherwise than in milliseconds. */
export const waitForms = (ms: number): Record<string, Wait> => ({
  'in seconds': { headers: {}, body: { retryAfter: ms / SECOND_MS }, ms },
  'with its unit': { headers: {}, body: { retry_after_seconds: String(ms / SECOND_MS) }, ms },
  'in the header': seconds(ms / SECOND_MS),
});

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
    'in other words': () => draws.choose(`words of the wait of ${what}`, 1, waitForms(15_000)) as Wait,
    'a limit that is renewed': () => ({
      headers: { 'ratelimit-limit': '10', 'ratelimit-remaining': '0', 'ratelimit-reset': '15' },
      body: {},
      ms: 15_000,
    }),
    'inside an error': () => ({ headers: {}, body: { error: { retryAfterMs: 15_000 } }, ms: 15_000 }),
    malformed: () => ({ ...NONE, headers: { 'retry-after': 'soon' } }),
    negative: () => ({ ...NONE, headers: { 'retry-after': '-5' } }),
  });
  return wait();
}
