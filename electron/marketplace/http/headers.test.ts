import { describe, expect, test } from 'vitest';
import { networkError } from '../sockets/network-error.ts';
import { headerNotices, isRetirement } from './header-notices.ts';
import { isKeyShaped, mayCarryKey, readAddress, under } from './origin-rule.ts';
import { retryAfter, saidRetryable } from './retry-after.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const headers = (init: Record<string, string>) => new Headers(init);

describe('when to come back (§7.1)', () => {
  const in90s = new Date(NOW + 90_000).toUTCString();
  test.each([
    [{ 'retry-after': '30' }, {}, 30_000],
    [{ 'retry-after': '0' }, {}, 0],
    [{ 'retry-after': '1.5' }, {}, 1_500],
    [{ 'retry-after': in90s }, {}, 90_000],
    [{ 'retry-after': 'Friday, 20-Nov-26 12:01:30 GMT' }, {}, 90_000],
    [{ 'retry-after': 'Fri Nov 20 12:01:30 2026' }, {}, 90_000],
    [{ 'retry-after': new Date(NOW - 90_000).toUTCString() }, {}, 0],
    // Sent twice, or in the body too: the longest that is named is the least that is waited.
    [{ 'retry-after': '2, 7' }, {}, 7_000],
    [{ 'retry-after': `5, ${in90s}` }, {}, 90_000],
    [{ 'retry-after': `${in90s}, ${new Date(NOW + 60_000).toUTCString()}` }, {}, 90_000],
    [{ 'retry-after': '1' }, { retryAfterMs: 750 }, 1_000],
    [{ 'retry-after': '1' }, { retryAfterMs: 5_000 }, 5_000],
    [{}, { retry_after_ms: 750 }, 750],
    [{}, { RetryAfter: 30 }, 30_000],
    [{}, { retryAfterSeconds: '0.5' }, 500],
    [{}, { problem: { continuation: { retryAfterMs: '900' } } }, 900],
    [{}, { errors: [{ retryAfterMs: 1 }, { retryAfterMs: 3 }] }, 3],
    // A wait of any length counts in full.
    [{ 'retry-after': '999999999' }, {}, 999_999_999_000],
    [{ 'retry-after': '9'.repeat(40) }, {}, 2_000_000_000_000_000],
    [{}, { retryAfter: 1e21 }, 2_000_000_000_000_000],
    [{}, { retryAfterMs: 1e-7 }, 1],
    // The renewal of a limit (§9.3) counts where nothing remains and no wait is sent.
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '30' }, null, 30_000],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '30', 'retry-after': '5' }, null, 5_000],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '30' }, { retryAfterMs: 70 }, 70],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '30', 'retry-after': 'soon' }, null, 30_000],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': String(NOW / 1_000 + 45) }, null, 45_000],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': String(NOW / 1_000 - 45) }, null, 0],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': String(NOW + 45_000) }, null, 45_000],
    [{ ratelimit: `"default";r=0;t=${NOW + 45_000}` }, null, 45_000],
    [{ 'retry-after': String(NOW / 1_000 + 45) }, null, 45_000],
    [{ 'retry-after': String(NOW + 45_000) }, null, 45_000],
    [{ 'retry-after': String(NOW - 45_000) }, null, 0],
    [{}, { retryAfterMs: NOW + 45_000 }, 45_000],
    [{}, { error: { retry_after: String(NOW / 1_000 + 45) } }, 45_000],
    // Longer than anybody waits, and no time of these years: as it was said, for what is automatic.
    [{ 'retry-after': '1795805518' }, null, 1_795_805_518_000 - NOW],
    [{ 'retry-after': '1000000000000' }, null, 1_000_000_000_000_000],
    [{ ratelimit: '"day";r=7;t=900, "burst";r=0;t=9, "hour";r=0;t=12' }, null, 12_000],
    [{ 'ratelimit-remaining': '4', 'ratelimit-reset': '30' }, null, null],
    [{ 'ratelimit-remaining': '0' }, null, null],
    [{ 'ratelimit-reset': '30' }, null, null],
    [{ 'ratelimit-remaining': '-0', 'ratelimit-reset': '30' }, null, null],
    [{ ratelimit: '"burst";r=0' }, null, null],
    // What is written otherwise is not guessed.
    [{ 'retry-after': 'soon' }, { retryAfter: 'PT30S' }, null],
    [{ 'retry-after': '-5' }, { retryAfterMs: -1 }, null],
    [{ 'ratelimit-remaining': '4', 'ratelimit-reset': '30' }, { resetIn: 30 }, null],
    [{}, { output: { retryAfterMs: 5 } }, null],
    [{}, null, null],
  ])('%j with the body %j is %j ms', (init, body, wait) => {
    expect(retryAfter(headers(init as Record<string, string>), body, NOW)).toBe(wait);
  });

  test('a date is compared with the service’s own clock', () => {
    const init = {
      'retry-after': new Date(NOW + 3_660_000).toUTCString(),
      date: new Date(NOW + 3_600_000).toUTCString(),
    };
    expect(retryAfter(headers(init), null, NOW)).toBe(60_000);
  });
});

test.each([
  [{ retryable: true }, true],
  [{ error: { can_retry: true } }, true],
  [{ retryable: true, error: { isRetryable: false } }, false],
  // Anything but a plain yes is a no.
  [{ retryable: 'yes' }, false],
  [{ retryable: 0 }, false],
  [{ retryable: null }, null],
  [{ retry: true }, null],
  ['text', null],
])('of sending it again, %j says %j', (body, said) => {
  expect(saidRetryable(body)).toBe(said);
});

describe('notices', () => {
  test.each([
    [{ ratelimit: '"default";r=3;t=30' }, ['Limit “default”: 3 left, renewed in 30 s']],
    [
      { 'ratelimit-policy': '"burst";q=10;w=1, "day";q=1000;w=86400' },
      ['Limit “burst”: 10 allowed in 1 s', 'Limit “day”: 1000 allowed in 86400 s'],
    ],
    [
      { 'ratelimit-limit': '10', 'ratelimit-remaining': '4', 'ratelimit-reset': '7' },
      ['Limit of requests: 4 of 10 left, renewed in 7 s'],
    ],
    // A renewal that is given as a time is told as how long it takes, by the answer's own clock.
    [
      { 'ratelimit-remaining': '4', 'ratelimit-reset': String(NOW / 1_000 + 90) },
      ['Limit of requests: 4 left, renewed in 90 s'],
    ],
    [
      { ratelimit: `"a";r=0;t=${NOW / 1_000 + 3 * 3_600}`, date: new Date(NOW + 3_600_000).toUTCString() },
      ['Limit “a”: 0 left, renewed in 2 h'],
    ],
    [{ ratelimit: `"a";r=2;t=${NOW / 1_000 - 5}` }, ['Limit “a”: 2 left, renewed in 0 s']],
    [{ ratelimit: '"a";r=2;t=172800' }, ['Limit “a”: 2 left, renewed in 2 d']],
    [{ deprecation: '@1767225600' }, ['Deprecated as of 2026-01-01']],
    [{ deprecation: ' @1767225600;why="x"' }, ['Deprecated as of 2026-01-01']],
    [{ deprecation: '@253402300799;a=?0' }, ['Deprecated as of 9999-12-31']],
    [{ deprecation: '@1767225600000' }, []],
    [{ sunset: 'Thu, 31 Dec 2026 23:59:59 GMT' }, ['Will stop answering on 2026-12-31']],
    [
      { deprecation: 'true', sunset: 'never', ratelimit: '(((', 'ratelimit-policy': '"<b>x</b>";q=1' },
      ['Limit “bxb”: 1 allowed'],
    ],
    [{}, []],
  ])('%j gives %j', (init, notices) => {
    expect(headerNotices(headers(init as Record<string, string>), NOW)).toEqual(notices);
  });

  test('what announces an end is distinguished from what names a limit', () => {
    const notices = headerNotices(headers({ deprecation: '@1767225600', ratelimit: '"default";r=3' }), NOW);
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
