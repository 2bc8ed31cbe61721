import { describe, expect, test } from 'vitest';
import { networkError } from '../sockets/network-error.ts';
import { headerNotices, isRetirement } from './header-notices.ts';
import { httpDate } from './http-date.ts';
import { isKeyShaped, mayCarryKey, readAddress, under } from './origin-rule.ts';
import { readProblem } from './read-problem.ts';
import { retryAfter, saidRetryable } from './retry-after.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const headers = (init: Record<string, string>) => new Headers(init);

describe('when to come back', () => {
  test.each([
    [{ 'retry-after': '30' }, {}, 30_000],
    [{ 'retry-after': '0' }, {}, 0],
    [{ 'retry-after': new Date(NOW + 90_000).toUTCString() }, {}, 90_000],
    [{ 'retry-after': new Date(NOW - 90_000).toUTCString() }, {}, 0],
    [{ 'retry-after': 'soon' }, {}, null],
    [{ 'retry-after': '-5' }, {}, null],
    [{ 'retry-after': '1.5' }, {}, 1_500],
    [{ 'retry-after': '30s' }, {}, 30_000],
    [{}, { error: { retryAt: new Date(NOW + 90_000).toISOString() } }, 90_000],
    [{}, { next_attempt_at: NOW + 90_000 }, 90_000],
    [{}, { retryAt: (NOW + 90_000) / 1_000 }, 90_000],
    [{}, { retryAfter: new Date(NOW + 90_000).toUTCString() }, 90_000],
    [{}, { retryAt: new Date(NOW - 90_000).toISOString() }, 0],
    [{}, { retryAt: 'tomorrow' }, null],
    [{}, { retryAfter: 'PT1M30.5S' }, 90_500],
    [{}, { retryAfter: 'PT' }, null],
    [{ date: new Date(NOW - 60_000).toUTCString() }, { retryAt: new Date(NOW).toISOString() }, 60_000],
    [{ 'retry-after': 'soon, 30' }, {}, 30_000],
    [{ 'retry-after': `5, ${new Date(NOW + 90_000).toUTCString()}` }, {}, 90_000],
    [
      { 'retry-after': [60_000, 90_000].map((ms) => new Date(NOW + ms).toUTCString()).join(', ') },
      {},
      90_000,
    ],
    [{}, { retryAfterMs: 750 }, 750],
    [{}, { retry_after_ms: 750 }, 750],
    [{ 'retry-after': '1' }, { retryAfterMs: 750 }, 1_000],
    // The longest that is named is the least that is waited.
    [{ 'retry-after': '1' }, { retryAfterMs: 5_000 }, 5_000],
    [{ 'retry-after': '2, 7' }, {}, 7_000],
    // A wait of any length counts in full.
    [{ 'retry-after': '999999999' }, {}, 999_999_999_000],
    [{ 'retry-after': '9'.repeat(40) }, {}, 2_000_000_000_000_000],
    [{}, { error: { retryAfterMs: 750 } }, 750],
    [{}, { error: { details: [{ retry_after: 2 }] } }, 2_000],
    [{}, { problem: { continuation: { retryAfterMs: '900' } } }, 900],
    [{}, { retryAfterSeconds: 0.5 }, 500],
    [{}, { retryAfterMs: -1 }, null],
    [{}, { errors: [{ retryAfterMs: 1 }, { retryAfterMs: 3 }] }, 3],
    [{ 'retry-after': 'Friday, 20-Nov-26 12:01:30 GMT' }, {}, 90_000],
    [{ 'retry-after': 'Fri Nov 20 12:01:30 2026' }, {}, 90_000],
    [{}, { retryDelay: '30s' }, 30_000],
    [{}, { error: { details: [{ retryDelay: '1.5 s' }] } }, 1_500],
    [{}, { retryAfter: '250ms' }, 250],
    [{}, { retryAfterSec: 4 }, 4_000],
    [{}, { retryAfter: 'soon' }, null],
    [{}, { retryIn: 30 }, 30_000],
    [{}, { error: { retryInSeconds: '30' } }, 30_000],
    [{}, { retry_after_minutes: 2 }, 120_000],
    [{}, { retryAfter: ' 30 ' }, 30_000],
    [{}, { retryAfter: { seconds: 30 } }, 30_000],
    [{}, { details: [{ retryDelay: { seconds: '30', nanos: 500_000_000 } }] }, 30_500],
    [{}, { retryDelay: { seconds: 'soon' } }, null],
    [{}, { error: { backoffMs: 900 } }, 900],
    [{}, { waitSeconds: 9 }, 9_000],
    [{}, { wait: '9 s' }, 9_000],
    [{}, { wait: 9, backoff: 2 }, null],
    [{}, { error: { retry: { after: 30 } } }, 30_000],
    [{}, { retry: { delayMs: 700, count: 3 } }, 700],
    [{}, { retryAfter: '00:01:30' }, 90_000],
    [{}, { retryAfter: '00:61:30' }, null],
    [{ 'retry-after': '30;q=1' }, null, 30_000],
    [{ 'retry-after': new Date(NOW + 60_000).toUTCString().toLowerCase() }, null, 60_000],
    [{ 'retry-after-ms': '750' }, null, 750],
    [{ 'x-retry-after': '30' }, null, 30_000],
    [{ 'retry-after': '5', 'retry-after-ms': '7500' }, null, 7_500],
    [{ 'retry-after': '"30"' }, null, 30_000],
    [{ 'retry-after': new Date(NOW + 60_000).toISOString() }, null, 60_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 12:01:00 UTC' }, null, 60_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 12:01:00 +0000' }, null, 60_000],
    [{ 'retry-after': '1e3' }, null, 1_000_000],
    [{ 'x-ms-retry-after-ms': '2500' }, null, 2_500],
    [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' }, null, 360_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '7.5' }, null, 7_500],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-ms': '5000' }, null, 5_000],
    [
      {
        'vendor-ratelimit-tokens-remaining': '0',
        'vendor-ratelimit-tokens-reset': new Date(NOW + 40_000).toISOString(),
      },
      null,
      40_000,
    ],
    [{}, { retryAfter: 'P1W' }, 604_800_000],
    [{}, { retryAfter: 'PT1.5M' }, 90_000],
    // A time since 1970 about now, not 56 years to wait.
    [{ 'retry-after': `${(NOW + 60_000) / 1_000}` }, null, 60_000],
    [{}, { retryAfter: (NOW + 60_000) / 1_000 }, 60_000],
    [{}, { retryAfterMs: NOW + 60_000 }, 60_000],
    [{}, { retryAfter: (NOW - 60_000) / 1_000 }, 0],
    [{}, { rateLimit: { limit: 60, remaining: 0, reset: 30 } }, 30_000],
    [{}, { rateLimit: { limit: 60, remaining: 9, reset: 30 } }, null],
    // A limit that is not reached is none to wait for.
    [{ 'ratelimit-reset': '30' }, null, null],
    [{ 'ratelimit-remaining': '3', 'ratelimit-reset': '30' }, null, null],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '30' }, null, 30_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' }, null, 30_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${(NOW + 60_000) / 1_000}` }, null, 60_000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${NOW + 60_000}` }, null, 60_000],
    [{ ratelimit: '"burst";r=0;t=5, "daily";r=50;t=86400' }, null, 5_000],
    [{ ratelimit: '"burst";r=3;t=5' }, null, null],
    // A wait is whole milliseconds, as the data file stores it, and none is below nothing.
    [{ ratelimit: '"burst";r=0;t=1.001' }, null, 1_001],
    [{ ratelimit: '"burst";r=0;t=1.255' }, null, 1_255],
    [{ ratelimit: '"burst";r=0;t=-5' }, null, null],
    [{ ratelimit: 'limit=10, remaining=0, reset=-7' }, null, null],
    [{ ratelimit: 'limit=10, remaining=0, reset=7' }, null, 7_000],
    [{ 'ratelimit-policy': '"burst";q=10;w=60' }, null, null],
    [{}, { retryAfter: { value: 30, unit: 'seconds' } }, 30_000],
    [{}, { retryAfter: { value: 30 } }, null],
    [{}, { retryAfter: ['30'] }, 30_000],
    [{}, { retryAfter: ['5', '30'] }, 30_000],
    [{}, { retryAfter: '1m30s' }, 90_000],
    [{}, { retryAfter: '1 h 2 min' }, 3_720_000],
    [{}, { retryAfter: '01:30' }, 90_000],
    [{}, { retryAfter: 'pt30s' }, 30_000],
    [{}, { retryAfter: '30 S' }, 30_000],
    [{}, { retryAfter: '30 parsecs' }, null],
    [{}, { retryAfterMs: '1e12' }, 1_000_000_000_000],
    [{}, { tryAgainIn: 30 }, 30_000],
    [{}, { error: { try_again_after: '30s' } }, 30_000],
    [{}, { cooldownSeconds: 30 }, 30_000],
    [{}, { cooldown: '30s' }, 30_000],
    [{}, { cooldown: { seconds: 30 } }, 30_000],
    [{}, { delayMs: 700 }, 700],
    [{}, { pollAfterMs: 700 }, 700],
    [{}, { pollInterval: 'PT5S' }, 5_000],
    [{}, { nextPollMs: 700 }, 700],
    [{}, { poll: { afterMs: 700 } }, 700],
    [{}, { resetIn: 30 }, 30_000],
    [{}, { resetsAt: new Date(NOW + 60_000).toISOString() }, 60_000],
    [{}, { error: { blockedUntil: NOW + 60_000 } }, 60_000],
    [{}, { availableAt: new Date(NOW + 60_000).toISOString() }, 60_000],
    // What has no plain unit is not guessed, and what is no wait is none.
    [{}, { cooldown: 30, delay: 30, pollInterval: 30 }, null],
    [{}, { limit: 60, window: 60, windowSeconds: 60, rateLimit: { limit: 60, window: '60s' } }, null],
    [{}, { rateLimit: { limit: 60, remaining: 59, resetIn: 30 } }, null],
    [{}, { rateLimit: { limit: 60, remaining: 0, resetIn: 30 } }, 30_000],
    [{}, {}, null],
    [{}, null, null],
  ])('%j with the body %j is %j ms', (init, body, wait) => {
    expect(retryAfter(headers(init as Record<string, string>), body, NOW)).toBe(wait);
  });

  test.each([
    [{ 'retry-after': '2', 'ratelimit-remaining': '0', 'ratelimit-reset': '3600' }, {}],
    [
      {
        'retry-after': '2',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': `${(NOW + 3_600_000) / 1_000}`,
      },
      {},
    ],
    [{ 'retry-after': '2', ratelimit: '"default";r=0;t=3600' }, {}],
    [{ 'retry-after-ms': '2000', 'ratelimit-reset': '3600' }, {}],
    [{ 'retry-after': '2' }, { rateLimit: { limit: 60, remaining: 0, reset: 3_600 } }],
  ])('Retry-After rules over the renewal of a limit: %j, %j', (init, body) => {
    for (const status of [200, 429, 503])
      expect(retryAfter(headers(init as Record<string, string>), body, NOW, status)).toBe(2_000);
  });

  test('the renewal of a limit of which something is left is no wait, whatever the status', () => {
    for (const status of [200, 429, 503]) {
      expect(
        retryAfter(headers({ 'ratelimit-remaining': '5', 'ratelimit-reset': '30' }), null, NOW, status),
      ).toBeNull();
      expect(retryAfter(headers({ ratelimit: '"default";r=3;t=30' }), null, NOW, status)).toBeNull();
    }
  });

  test('the renewal of a limit is a wait where the answer refuses, and none where it succeeds', () => {
    const body = { quota: { limit: 60, resetsAt: NOW + 30_000 } };
    for (const status of [429, 503]) {
      expect(retryAfter(headers({ 'ratelimit-reset': '30' }), null, NOW, status)).toBe(30_000);
      expect(retryAfter(headers({ 'x-ratelimit-reset': '30' }), null, NOW, status)).toBe(30_000);
      expect(retryAfter(headers({ ratelimit: '"default";t=30' }), null, NOW, status)).toBe(30_000);
      expect(retryAfter(headers({}), body, NOW, status)).toBe(30_000);
    }
    // Of several, those that are not reached are not what it refuses for.
    const several = {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '1s',
      'x-ratelimit-remaining-tokens': '500',
      'x-ratelimit-reset-tokens': '6m0s',
    };
    expect(retryAfter(headers(several), null, NOW, 429)).toBe(1_000);
    expect(
      retryAfter(headers({ 'ratelimit-reset': '30', ratelimit: '"a";t=30' }), body, NOW, 200),
    ).toBeNull();
  });

  test('a date is compared with the service’s own clock', () => {
    const init = {
      'retry-after': new Date(NOW + 3_660_000).toUTCString(),
      date: new Date(NOW + 3_600_000).toUTCString(),
    };
    expect(retryAfter(headers(init), null, NOW)).toBe(60_000);
  });
});

describe('whether it may be sent again', () => {
  test.each([
    [{ retryable: false }, false],
    [{ error: { retryable: false } }, false],
    [{ error: { retryable: true } }, true],
    [{ retryable: true, error: { retryable: false } }, false],
    [{ retryable: 'yes' }, null],
    [{ error: { retryable: 'false' } }, false],
    [{ retryable: 'true' }, true],
    [{ retryable: 'False' }, false],
    [{ retryable: 'no' }, false],
    [{ retryable: 0 }, false],
    [{ retryable: 'never' }, false],
    [{ isRetryable: false }, false],
    [{ error: { can_retry: 'no' } }, false],
    [{ shouldRetry: true, error: { retryAllowed: false } }, false],
    [{ mayRetry: true }, true],
    [{ error: { retry: false } }, false],
    [{ retriable: 'False' }, false],
    [{ error: { nonRetryable: true } }, false],
    [{ doNotRetry: 'yes' }, false],
    [{ noRetry: false }, null],
    [{ safeToRetry: 'off' }, false],
    [{ retryable: { allowed: false } }, false],
    [{ retry: 0 }, null],
    [{ retry: { allowed: 'no', after: 30 } }, false],
    [{ retryable: { value: false } }, false],
    [{ retryable: null }, null],
    [{ retryability: 'never' }, false],
    [{ retryPolicy: 'none' }, false],
    [{ retryPolicy: 'exponential' }, null],
    [{ error: { retry_policy: 'NO_RETRY' } }, false],
    [{ permanent: true }, false],
    [{ permanent: false }, null],
    [{ transient: false }, false],
    [{ error: { isTransient: 'no' }, retryable: true }, false],
    [{ transient: true }, null],
    [{}, null],
    ['text', null],
  ])('%j says %j', (body, said) => {
    expect(saidRetryable(body)).toBe(said);
  });

  test.each([
    [{ 'x-should-retry': 'false' }, null, false],
    [{ 'stripe-should-retry': 'FALSE' }, { retryable: true }, false],
    [{ 'stripe-should-retry': 'true' }, null, true],
    [{ 'retry-after': '3' }, null, null],
  ])('%j with the body %j says %j', (init, body, said) => {
    const answered = headers(init as Record<string, string>);
    expect(saidRetryable(body, answered)).toBe(said);
    expect(readProblem(body, answered)?.retryable ?? null).toBe(said);
  });
});

describe('an HTTP date (RFC 9110 §5.6.7)', () => {
  const FORTIES = Date.UTC(2040, 0, 1);
  test.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', NOW, Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sunday, 06-Nov-94 08:49:37 GMT', NOW, Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sun Nov  6 08:49:37 1994', NOW, Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Tue Nov 16 08:49:37 2094', NOW, Date.UTC(2094, 10, 16, 8, 49, 37)],
    // Two digits: the past century as soon as it would be more than 50 years ahead.
    ['Friday, 20-Nov-76 12:00:00 GMT', NOW, Date.UTC(2076, 10, 20, 12)],
    ['Friday, 20-Nov-76 12:00:01 GMT', NOW, Date.UTC(1976, 10, 20, 12, 0, 1)],
    ['Friday, 01-Jan-27 00:00:00 GMT', NOW, Date.UTC(2027, 0, 1)],
    ['Sunday, 01-Jan-89 00:00:00 GMT', FORTIES, Date.UTC(2089, 0, 1)],
    ['Sunday, 01-Jan-05 00:00:00 GMT', Date.UTC(2096, 0, 1), Date.UTC(2105, 0, 1)],
    ['Thu, 31 Dec 2026 23:59:60 GMT', NOW, Date.UTC(2027, 0, 1)],
    ['Fri, 1 Jan 2027 00:00:00 GMT', NOW, Date.UTC(2027, 0, 1)],
    ['01 Jan 2027 00:00:00 GMT', NOW, Date.UTC(2027, 0, 1)],
    ['Fri, 01-Jan-2027 00:00:00 GMT', NOW, Date.UTC(2027, 0, 1)],
    ['Tue, 31 Feb 2026 00:00:00 GMT', NOW, null],
    ['Fri, 99 Foo 2026 99:99:99 GMT', NOW, null],
    ['Fri, 20 Nov 2026 24:00:00 GMT', NOW, null],
    ['Fri, 20 Nov 2026 12:00:00 CET', NOW, null],
    ['Fri, 20 Nov 2026 12:00:00', NOW, null],
    ['2026-11-20T12:00:00Z', NOW, null],
    ['', NOW, null],
  ])('%s is %j', (text, now, instant) => {
    expect(httpDate(text, now)).toBe(instant);
  });
});

describe('notices', () => {
  test.each([
    [{ ratelimit: '"default";r=3;t=30' }, ['Limit “default”: 3 left, renewed in 30 s']],
    [
      { 'ratelimit-policy': '"burst";q=10;w=1, "day";q=1000;w=86400' },
      ['Limit “burst”: 10 allowed in 1 s', 'Limit “day”: 1000 allowed in 86400 s'],
    ],
    [{ ratelimit: 'limit=10, remaining=4, reset=7' }, ['Limit of requests: 4 left, renewed in 7 s']],
    [
      { 'ratelimit-limit': '10', 'ratelimit-remaining': '4', 'ratelimit-reset': '7' },
      ['Limit of requests: 4 of 10 left, renewed in 7 s'],
    ],
    [{ 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': '1790000000' }, ['Limit of requests: 4 left']],
    [{ deprecation: '@1767225600' }, ['Deprecated as of 2026-01-01']],
    [{ sunset: 'Thu, 31 Dec 2026 23:59:59 GMT' }, ['Will stop answering on 2026-12-31']],
    [
      { sunset: 'Fri, 01 Jan 2027 00:00:00 GMT, Thursday, 31-Dec-26 23:59:59 GMT' },
      ['Will stop answering on 2026-12-31'],
    ],
    [{ deprecation: 'Thu, 01 Jan 2026 00:00:00 GMT' }, ['Deprecated as of 2026-01-01']],
    [{ deprecation: ' @1767225600;why="x"' }, ['Deprecated as of 2026-01-01']],
    [{ deprecation: '@253402300799;a=?0' }, ['Deprecated as of 9999-12-31']],
    [{ deprecation: '@1767225600000' }, []],
    [{ deprecation: '@1777225600, @1767225600;x="a, b"' }, ['Deprecated as of 2026-01-01']],
    [{ sunset: '2026-12-31T23:59:59Z' }, ['Will stop answering on 2026-12-31']],
    [{ sunset: '2026-12-31' }, ['Will stop answering on 2026-12-31']],
    [{ sunset: '"Thu, 31 Dec 2026 23:59:59 GMT"; why=x' }, ['Will stop answering on 2026-12-31']],
    [
      { deprecation: 'true', sunset: 'never', ratelimit: '(((', 'ratelimit-policy': '"<b>x</b>";q=1' },
      ['Limit “bxb”: 1 allowed'],
    ],
    [{}, []],
  ])('%j gives %j', (init, notices) => {
    expect(headerNotices(headers(init as Record<string, string>))).toEqual(notices);
  });

  test('what announces an end is distinguished from what names a limit', () => {
    const notices = headerNotices(headers({ deprecation: '@1767225600', ratelimit: '"default";r=3' }));
    expect(notices.map(isRetirement)).toEqual([false, true]);
  });
});

describe('how far a failed request came', () => {
  const caused = (code: string) =>
    Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('x'), { code }) });
  const several = (...codes: string[]) =>
    Object.assign(new TypeError('fetch failed'), {
      cause: new AggregateError(codes.map((code) => Object.assign(new Error('x'), { code }))),
    });

  test.each([
    [caused('ECONNREFUSED'), 'offline', true],
    [caused('ENOTFOUND'), 'offline', true],
    [caused('EAI_AGAIN'), 'offline', true],
    [several('ECONNREFUSED', 'ECONNREFUSED'), 'offline', true],
    [several('ECONNREFUSED', 'ECONNRESET'), 'connection_lost', false],
    [several('ECONNREFUSED', 'ETIMEDOUT'), 'timeout', false],
    [caused('DEPTH_ZERO_SELF_SIGNED_CERT'), 'certificate', true],
    [caused('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate', true],
    [caused('ERR_UNSAFE_PORT'), 'offline', true],
    [caused('ECONNRESET'), 'connection_lost', false],
    [caused('UND_ERR_SOCKET'), 'connection_lost', false],
    [caused('UND_ERR_HEADERS_TIMEOUT'), 'timeout', false],
    [caused('ENETUNREACH'), 'offline', false],
    [new Error('something else'), 'connection_lost', false],
    ['a text', 'connection_lost', false],
    [caused('constructor'), 'connection_lost', false],
  ])('%s is %s, provably not sent: %s', (error, code, provablyNotSent) => {
    expect(networkError(error)).toMatchObject({ code, provablyNotSent });
  });

  test('what fetch says of an error is never repeated: it may quote the key', () => {
    const error = new TypeError('Headers.append: "Bearer secret" is an invalid header value.');
    expect(JSON.stringify(networkError(error))).not.toContain('secret');
  });
});

describe('where the key may go', () => {
  test.each([
    ['https://market.example/x', 'https://market.example', true],
    ['http://127.0.0.1:4000/x', 'http://127.0.0.1:4000', true],
    ['http://localhost:4000/x', 'http://localhost:4000', true],
    ['http://[::1]:4000/x', 'http://[::1]:4000', true],
    ['http://market.example/x', 'http://market.example', false],
    ['http://127.0.0.1.evil.example/x', 'http://127.0.0.1.evil.example', false],
    ['http://localhost.evil.example/x', 'http://localhost.evil.example', false],
    ['https://market.example:8443/x', 'https://market.example', false],
    ['https://sub.market.example/x', 'https://market.example', false],
    ['ftp://market.example/x', 'null', false],
  ])('to %s for %s: %s', (url, origin, may) => {
    expect(mayCarryKey(new URL(url), origin)).toBe(may);
  });

  test.each([
    ['a key', false],
    ['key\n', false],
    ['kéy', false],
    ['', false],
    ['ak_9-._~+/=', true],
  ])('%j has the shape of a key: %s', (key, shaped) => {
    expect(isKeyShaped(key)).toBe(shaped);
  });

  test.each([
    ['https://market.example', 'https://market.example/'],
    [' https://market.example/base/ ', 'https://market.example/base'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/'],
  ])('the address %j is read', (typed, href) => {
    const address = readAddress(typed);
    expect(address.ok && address.base.href).toBe(href);
  });

  test.each([
    '',
    'market.example',
    'ftp://x',
    'https://a:b@x',
    'https://x/?q=1',
    'https://x/#f',
    'javascript:1',
  ])('the address %j is refused', (typed) => {
    expect(readAddress(typed).ok).toBe(false);
  });

  test('no path leads to another origin', () => {
    const base = new URL('https://market.example');
    expect(under(base, '/x')?.href).toBe('https://market.example/x');
    expect(under(base, '//evil.example/x')?.origin).toBe('https://market.example');
    expect(under(base, '@evil.example/x')).toBeNull();
    expect(under(base, '.evil.example/x')).toBeNull();
  });
});
