import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { VIEW_PATH_MAX } from '#shared/opening.ts';
import { api } from '../api/api.ts';
import { visited, visitedBefore } from './places.ts';

const HIDDEN_MS = 100;

let latest = '';
let sending = false;

/** Tells the address, and after that the one it has become meanwhile: never two at once, never the older one last. */
async function send(): Promise<void> {
  if (sending) return;
  sending = true;
  // What the click asked for comes first, and is painted; a window that is hidden paints nothing.
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, HIDDEN_MS);
  });
  for (let sent = ''; sent !== latest; ) {
    sent = latest;
    // A view that cannot be remembered costs a click later, and nothing else.
    await api.views.remember({ path: sent }).then(visitedBefore, () => undefined);
  }
  sending = false;
}

/** Has the address remembered: the next start opens where this one was left, and each screen can be come back to. */
export function LastView(): null {
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => {
    const address = search === '' ? path : `${path}?${search}`;
    if (address.length > VIEW_PATH_MAX) return;
    latest = address;
    visited(address);
    void send();
  }, [path, search]);
  return null;
}
