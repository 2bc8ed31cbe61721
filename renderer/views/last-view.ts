import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { VIEW_PATH_MAX } from '#shared/opening.ts';
import { api } from '../api/api.ts';
import { visited, visitedBefore } from './places.ts';

/** The result of a click comes first, with what the screen reads after it; ms. */
const REST_MS = 300;

let latest = '';
let sending = false;

/** Sends the address, and then the latest one: never two at once, never an older one last. */
async function send(): Promise<void> {
  if (sending) return;
  sending = true;
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  for (let sent = ''; sent !== latest; ) {
    sent = latest;
    // A view that cannot be remembered only costs a click later.
    await api.views.remember({ path: sent }).then(visitedBefore, () => undefined);
  }
  sending = false;
}

/** Stores the address: the next start opens where this one was left, and each screen can be returned to. */
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
