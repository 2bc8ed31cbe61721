import { request } from 'node:http';
import { Readable } from 'node:stream';

/** `fetch` with a chosen Host header, which the real one does not allow. */
export function fetchAsHost(url: URL, host: string, init: RequestInit = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: init.method ?? 'GET',
        headers: { ...Object.fromEntries(new Headers(init.headers)), host },
        agent: false,
        ...(init.signal ? { signal: init.signal } : {}),
      },
      (response) => {
        const body = Readable.toWeb(response) as ReadableStream<Uint8Array>;
        resolve(new Response(body, { status: response.statusCode ?? 0 }));
      },
    );
    sent.on('error', reject);
    sent.end(init.body ?? undefined);
  });
}
