import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { VIEW_PATH_MAX } from '#shared/opening.ts';
import { api } from '../api/api.ts';
import { visited, visitedBefore } from './places.ts';

/** The result of a click comes first, with what the screen reads after it; ms. */
const REST_MS = 300;

let latest = '';
let sent = '';
let sending = false;

/** A view that cannot be remembered only costs a click later. */
async function sendLatest(): Promise<void> {
  sent = latest;
  await api.views.remember({ path: sent }).then(visitedBefore, () => undefined);
}

/** Sends the address, and then the latest one: never two at once, never an older one last. */
async function send(): Promise<void> {
  if (sending) return;
  sending = true;
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  while (sent !== latest) await sendLatest();
  sending = false;
}

/** A window that closes has no later. */
function sendBeforeClosing(): void {
  if (document.visibilityState === 'hidden' && sent !== latest) void sendLatest();
}

/** Stores the address: the next start opens where this one was left, and each screen can be returned to. */
export function LastView(): null {
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => {
    document.addEventListener('visibilitychange', sendBeforeClosing);
    return () => document.removeEventListener('visibilitychange', sendBeforeClosing);
  }, []);
  useEffect(() => {
    const address = search === '' ? path : `${path}?${search}`;
    if (address.length > VIEW_PATH_MAX) return;
    latest = address;
    visited(address);
    void send();
  }, [path, search]);
  return null;
}
