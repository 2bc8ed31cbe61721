import { type LocalServer, startLocalServer } from '../../integration/marketplace/local-server.ts';
import { declareService, type Service } from './declared.ts';
import { scriptedDraws } from './draws.ts';
import { wordsOf } from './words.ts';
import type { Draw } from './written-answers.ts';

export const STRANGERS_KEY = 'key-A-of-a-stranger-000001';

export type Stranger = LocalServer & Pick<Service, 'books' | 'ids' | 'alter'>;

/** A service of drawn words over HTTP that keeps to everything that it declares. */
export async function startStranger(draw: Draw): Promise<Stranger> {
  const words = wordsOf(draw);
  let service: Service | undefined;
  const server = await startLocalServer(({ method, url, headers, body }, response) => {
    const {
      status,
      headers: sent,
      text,
    } = opened().answer({
      method,
      url: new URL(url, server.url),
      headers: new Headers(headers as Record<string, string>),
      text: body,
    });
    response.writeHead(status, sent).end(text);
  });
  const opened = (): Service => {
    service ??= declareService(
      {
        origin: server.url,
        now: Date.now,
        draws: scriptedDraws(() => ({})),
        books: { quotes: new Map(), calls: [], others: [] },
      },
      words,
    );
    return service;
  };
  return { ...server, ...opened() };
}
