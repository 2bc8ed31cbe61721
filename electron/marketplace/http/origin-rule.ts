/**
 * Where the key may be sent (§5.2, §5.4): over HTTPS or to this machine, and only to the origin that it was given
 * for.
 */

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);

export const mayCarryKey = (url: URL, origin: string): boolean =>
  url.origin === origin && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)));

/** Characters that cannot end an Authorization header: visible ASCII, no spaces. */
export const isKeyShaped = (key: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(key);

export type Address = { ok: true; base: URL } | { ok: false; why: string };

/**
 * Reads a marketplace's base address as typed. The path is kept, since all paths are relative to it (§4); user names,
 * queries and fragments are rejected.
 */
export function readAddress(typed: string): Address {
  const base = URL.parse(typed.trim());
  if (base === null || !/^https?:$/.test(base.protocol))
    return { ok: false, why: 'The address must begin with https:// (or http:// on this machine).' };
  if (base.username !== '' || base.password !== '')
    return { ok: false, why: 'The address must not carry a user name or password.' };
  if (base.search !== '' || base.hash !== '')
    return { ok: false, why: 'The address must not carry a query or a fragment.' };
  base.pathname = base.pathname.replace(/(?<!\/)\/+$/, '');
  return { ok: true, base };
}

/** The URL of `path` under the base address; null if it leaves the base's origin. */
export function under(base: URL, path: string): URL | null {
  const url = URL.parse(`${base.origin}${path}`);
  return url !== null && url.origin === base.origin ? url : null;
}

/** The origin of an address; null if it has none, such as `demo`. */
export function originOf(address: string | undefined): string | null {
  const read = address === undefined ? null : readAddress(address);
  return read?.ok === true ? read.base.origin : null;
}
