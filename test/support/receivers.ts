/** What a user's channels lead to, on loopback: a receiver of HTTP requests and a mail server. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

export type HttpReceiver = {
  url: string;
  received: Received[];
  /** How the following requests are answered; `cut` ends the connection without an answer. */
  answers(how: number | 'cut' | 'never', headers?: Record<string, string>): void;
  /** Resolves once so many requests have come in all. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
};

export async function startHttpReceiver(port = 0): Promise<HttpReceiver> {
  const received: Received[] = [];
  let how: number | 'cut' | 'never' = 200;
  let more: Record<string, string> = {};
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ path: request.url ?? '', headers: request.headers, body });
    if (how === 'cut') request.socket.destroy();
    else if (how !== 'never') response.writeHead(how, more).end('{"of":"the receiver"}');
    for (const wake of waiting) wake();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers(next, headers = {}) {
      how = next;
      more = headers;
    },
    async until(count) {
      while (received.length < count)
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type MailServer = {
  port: number;
  mails: { from: string; to: string[]; text: string }[];
  /** `refuses`: the message is not taken; `cut`: the connection ends after it was sent. */
  answers(how: 'takes' | 'refuses' | 'cut'): void;
  until(count: number): Promise<void>;
  close(): Promise<void>;
};

/** A mail server with one user, over plain SMTP as on this machine alone. */
export async function startMailServer({
  user,
  password,
}: {
  user: string;
  password: string;
}): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  let how: 'takes' | 'refuses' | 'cut' = 'takes';
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: user === '',
    logger: false,
    onAuth: (auth, _session, done) =>
      auth.username === user && auth.password === password
        ? done(null, { user })
        : done(new Error('these are not them')),
    onData(stream, session, done) {
      void text(stream).then(
        (received) => {
          const { mailFrom, rcptTo } = session.envelope;
          if (how === 'refuses') return done(Object.assign(new Error('no room'), { responseCode: 452 }));
          mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            text: received,
          });
          for (const wake of waiting) wake();
          if (how === 'takes') done();
          // Cut: everything has come, and no answer goes back.
          else
            for (const each of server.connections)
              (each as { _socket: { destroy(): void } })._socket.destroy();
        },
        () => undefined,
      );
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    answers(next) {
      how = next;
    },
    async until(count) {
      while (mails.length < count)
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
