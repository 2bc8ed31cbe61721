import { isIP } from 'node:net';

/** A route to a service: direct, through an HTTP proxy, or through an unsupported kind of proxy. */
export type Route = { via: 'direct' } | { via: 'proxy'; proxy: URL } | { via: 'unsupported' };

/** The routes to an address, in order of preference. */
export type ProxyFor = (url: URL) => Promise<readonly Route[]>;

const DIRECT: Route = { via: 'direct' };

/**
 * Reads Chromium's proxy setting, such as `PROXY proxy.example:8080; DIRECT` (the PAC form). No routes if it is empty, as it
 * is where Chromium could not find out.
 */
export function readPacResult(result: string): Route[] {
  return result.split(';').flatMap((part): Route[] => {
    const [kind = '', host = ''] = part.trim().split(/\s+/u);
    if (kind === '') return [];
    if (kind.toUpperCase() === 'DIRECT') return [DIRECT];
    const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind.toUpperCase()];
    const proxy = scheme === undefined ? null : URL.parse(`${scheme}://${host}`);
    return [proxy === null ? { via: 'unsupported' } : { via: 'proxy', proxy }];
  });
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy of the environment: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, in either case. */
export function environmentProxy(environment: Environment): ProxyFor {
  // An empty variable counts as none.
  const read = (name: string) => (environment[name.toLowerCase()] || environment[name])?.trim() || undefined;
  return proxyBeyondLoopback(async (url) => {
    const named = read(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? read('ALL_PROXY');
    if (named === undefined || isExcepted(url, read('NO_PROXY') ?? '')) return [DIRECT];
    const proxy = URL.parse(named.includes('://') ? named : `http://${named}`);
    if (proxy === null || !/^https?:$/u.test(proxy.protocol)) return [{ via: 'unsupported' }];
    return [{ via: 'proxy', proxy }];
  });
}

/** Never sent to a proxy: unencrypted requests to this machine would reach another one. */
const THIS_MACHINE =
  /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/u;

/** `proxyFor`, except that this machine is always reached directly. */
export const proxyBeyondLoopback =
  (proxyFor: ProxyFor): ProxyFor =>
  async (url) =>
    THIS_MACHINE.test(url.hostname) ? [DIRECT] : proxyFor(url);

/** Whether NO_PROXY lists the host: by name, parent domain, or `*`. */
function isExcepted(url: URL, list: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,]+/u).some((entry) => {
    if (entry === '*') return true;
    const named = isIP(entry) === 6 ? `[${entry}]` : entry.toLowerCase();
    const [, host = '', onPort] = /^\*?\.?(.*?)(?::(\d+))?$/u.exec(named) ?? [];
    if (host === '' || (onPort !== undefined && onPort !== port)) return false;
    return url.hostname === host || url.hostname.endsWith(`.${host}`);
  });
}
