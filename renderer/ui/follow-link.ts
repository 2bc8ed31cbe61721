import type { MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';

/**
 * For `onClick` of what holds many plain links to screens: a click on one opens it within the page. A click that asks
 * for a tab or a window of its own is left to the browser.
 */
export function followLink(event: MouseEvent): void {
  const link = (event.target as HTMLElement).closest<HTMLAnchorElement>('a[href^="/"]');
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
  if (link === null || !isPlain || event.defaultPrevented) return;
  event.preventDefault();
  navigate(link.getAttribute('href') ?? '/');
}
