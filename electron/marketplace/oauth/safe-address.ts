import { isLoopback } from '../http/origin-rule.ts';

/**
 * An address named by the service, if it may be opened: HTTPS without credentials; plain HTTP only on this machine,
 * and only if the marketplace is on it too. Null otherwise.
 */
export function safeAddress(value: string, marketplace: string): URL | null {
  const url = URL.parse(value);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:') return url;
  return url.protocol === 'http:' && isLoopback(url) && isLoopback(new URL(marketplace)) ? url : null;
}
