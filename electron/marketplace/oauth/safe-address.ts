import { isLoopback } from '../http/origin-rule.ts';

/**
 * An address that the service named, where it may be opened: HTTPS without a name or password in it; plain HTTP only
 * on this machine, and only where the marketplace itself is on it. Null where it may not.
 */
export function safeAddress(value: string, marketplace: string): URL | null {
  const url = URL.parse(value);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:') return url;
  return url.protocol === 'http:' && isLoopback(url) && isLoopback(new URL(marketplace)) ? url : null;
}
