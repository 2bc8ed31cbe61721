import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { oldestGivesWay } from '../sockets/oldest-gives-way.ts';

export type LoopbackRedirect = {
  /** The redirect address: this machine, on a port used only by this attempt (RFC 8252 §7.3). */
  uri: string;
  /** Resolves once, with the address of the redirect. */
  redirected: Promise<URL>;
  close(): void;
};

const PATH = '/callback';
const MAX_CONNECTIONS = 50;
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Milepost</title><h1>You can go back to Milepost</h1><p>This page can be closed.</p></html>`;

/** Listens on loopback for the redirect. Only a request with this attempt's `state` counts. */
export async function listenForRedirect(state: string): Promise<LoopbackRedirect> {
  const redirected = Promise.withResolvers<URL>();
  let origin = '';
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', origin);
    const isTransportHeader =
      request.method === 'GET' &&
      `http://${request.headers.host}` === origin &&
      url?.pathname === PATH &&
      url.searchParams.get('state') === state;
    response.writeHead(isTransportHeader ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(isTransportHeader ? PAGE : '', () => {
      if (isTransportHeader && url !== null) redirected.resolve(url);
    });
  });
  oldestGivesWay(server, MAX_CONNECTIONS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    uri: `${origin}${PATH}`,
    redirected: redirected.promise,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
