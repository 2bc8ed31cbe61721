import type { MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';

/**
 * For `onClick` of a container of many plain links to screens: a click opens one within the page. A click that opens a
 * tab or window of its own is left to the browser.
 */
export function followLink(event: MouseEvent): void {
  const link = (event.target as HTMLElement).closest<HTMLAnchorElement>('a[href^="/"]');
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
  if (link === null || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  navigate(link.getAttribute('href') ?? '/');
}
