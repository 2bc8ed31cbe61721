import type { BrowserContext } from '@playwright/test';

/** Lets a page reach nothing but this machine. Returns the list of what it asked for elsewhere, which grows. */
export async function onlyThisMachine(context: BrowserContext): Promise<readonly string[]> {
  const strayed: string[] = [];
  await context.route(
    (url) => url.protocol.startsWith('http') && url.hostname !== '127.0.0.1',
    (route) => {
      strayed.push(route.request().url());
      return route.abort('internetdisconnected');
    },
  );
  return strayed;
}
