import { changeBody, refusedWith, type Unfriendliness } from './entry.ts';

const ORDERS = ['tool.call'];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const inTenSeconds = (): Date => new Date(Date.now() + 10_000);

/** The two older forms of an HTTP date (RFC 9110 §5.6.7). */
const rfc850 = (date: Date): string => {
  const [, day, month, year, time] = date.toUTCString().split(' ');
  return `${WEEKDAYS[date.getUTCDay()]}, ${day}-${month}-${year?.slice(2)} ${time} GMT`;
};
const asctime = (date: Date): string => {
  const [weekday, day, month, year, time] = date.toUTCString().split(' ');
  return `${weekday?.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
};

const refused = (
  kind: string,
  row: number,
  shows: string,
  answer: () => ReturnType<typeof refusedWith>,
  on: readonly string[] = ORDERS,
): Unfriendliness => ({ kind, row, shows, on, instead: answer });
const limited = (retryAfter: string, more = {}) =>
  refusedWith(429, 'rate_limited', { 'Retry-After': retryAfter }, { retryable: true, ...more });

/** Rows 2 to 4: what a service may state about waiting. None of these orders is carried out. */
export const WAITS: readonly Unfriendliness[] = [
  refused('retry_after_zero', 2, 'Orders get 429 with Retry-After: 0.', () => limited('0')),
  refused('retry_after_past', 2, 'Orders get 429 with a date that has passed.', () =>
    limited(new Date(0).toUTCString()),
  ),
  {
    kind: 'pending_wait_zero',
    row: 2,
    shows: 'Calls stay pending, to be read again after 0 ms.',
    behaviour: { callPlan: { outcome: 'pending', polls: 1_000_000, retryAfterMs: 0 } },
    on: ['call.status'],
    answer: changeBody((body) => ({ ...body, retryAfterMs: 0 })),
  },
  refused('retryable_false', 3, 'Orders get 429 with retryable: false.', () =>
    limited('1', { retryable: false }),
  ),
  refused('wait_with_500', 3, 'Orders get 500 with Retry-After: 10.', () =>
    refusedWith(500, 'internal', { 'Retry-After': '10' }),
  ),
  refused('wait_with_502', 3, 'Orders get 502 with Retry-After: 10.', () =>
    refusedWith(502, 'bad_gateway', { 'Retry-After': '10' }),
  ),
  refused('wait_in_error_member', 3, 'Orders get 429 with the wait inside an error member.', () => ({
    status: 429,
    headers: { 'Content-Type': 'application/json' },
    body: { error: { code: 'rate_limited', retryable: true, retryAfterMs: 10_000 } },
  })),
  refused('wait_of_two_days', 3, 'Orders get 429 with a wait of two days.', () =>
    limited(String(2 * 86_400)),
  ),
  refused('wait_as_imf_date', 3, 'Orders get 429 with a date of the usual form.', () =>
    limited(inTenSeconds().toUTCString()),
  ),
  refused('wait_as_rfc850_date', 3, 'Orders get 429 with a date of the form of RFC 850.', () =>
    limited(rfc850(inTenSeconds())),
  ),
  refused('wait_as_asctime_date', 3, 'Orders get 429 with a date of the form of asctime.', () =>
    limited(asctime(inTenSeconds())),
  ),
  refused(
    'origin_asks_to_wait',
    4,
    'The award provider and keyless reads get 429 with Retry-After: 30.',
    () => limited('30'),
    ['provider', 'platform.catalogueStatus'],
  ),
];
