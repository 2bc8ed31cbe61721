import type { BrowserContext } from '@playwright/test';

/** Limits a page to this machine. Returns the growing list of its requests to elsewhere. */
export async function blockOtherHosts(context: BrowserContext): Promise<readonly string[]> {
  const blockedUrls: string[] = [];
  await context.route(
    (url) => url.protocol.startsWith('http') && url.hostname !== '127.0.0.1',
    (route) => {
      blockedUrls.push(route.request().url());
      return route.abort('internetdisconnected');
    },
  );
  return blockedUrls;
}
