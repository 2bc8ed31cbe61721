import { createHmac } from 'node:crypto';
import { RequestFailed } from '../marketplace/http/request-failure.ts';
import { createTransport } from '../marketplace/http/transport.ts';
import type { TransportDeps } from '../marketplace/http/transport-deps.ts';
import type { Delivery, Message, Send } from './sending.ts';

export type HttpChannelDeps = Pick<TransportDeps, 'fetch' | 'clock' | 'record' | 'timing' | 'budgets'>;

/** Events in one message to a program; the text counts all. */
const MAX_EVENTS = 100;

/** Sends one request by the program's one way to send. The path, which may be a secret, is not in the activity. */
async function post(
  deps: HttpChannelDeps,
  role: 'ntfy' | 'webhook',
  url: URL,
  { body, headers }: { body: string; headers: Record<string, string> },
  signal: AbortSignal,
): Promise<Delivery> {
  const transport = createTransport({
    ...deps,
    origin: url.origin,
    keyFor: async () => null,
    record: (row) => deps.record({ ...row, path: '' }),
  });
  try {
    let retryAfterMs: number | null = null;
    const response = await transport.fetchAs({
      role,
      withKey: false,
      mayBringKey: true,
      deadlineMs: 15_000,
      maximumBytes: 64 * 1024,
      onPassage: (passage) => {
        retryAfterMs = passage.retryAfterMs;
      },
    })(url, { method: 'POST', body, headers, signal });
    response.body?.cancel().catch(() => undefined);
    return response.ok
      ? { kind: 'sent' }
      : { kind: 'not_taken', words: `It answered with status ${response.status}.`, retryAfterMs };
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    const { delivery, message, retryAfterMs } = error.failure;
    return delivery === 'maybe'
      ? { kind: 'unclear', words: message }
      : { kind: 'not_taken', words: message, retryAfterMs };
  }
}

/**
 * An ntfy server (docs.ntfy.sh/publish). The topic is a secret there, since whoever knows it reads along: it goes in the
 * body, and never in an address.
 * @param secret the topic, and after a space the access token if it needs one
 */
export const sendByNtfy =
  (deps: HttpChannelDeps, server: string, secret: string): Send =>
  ({ title, text }, signal) => {
    const [topic = '', token] = secret.split(' ');
    return post(
      deps,
      'ntfy',
      new URL(server),
      {
        body: JSON.stringify({ topic, title, message: text }),
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      },
      signal,
    );
  };

/** The body of a webhook, as docs/watching.md describes it. */
export const webhookBody = ({ id, at, isTest, title, text, events }: Message): string =>
  JSON.stringify({
    version: 1,
    id,
    kind: isTest ? 'test' : 'award_space',
    sentAt: new Date(at).toISOString(),
    title,
    text,
    events: events
      .slice(0, MAX_EVENTS)
      .map(({ id: eventId, line, title: search, cabin, match, at: seen }) => ({
        id: eventId,
        text: line,
        search,
        cabin,
        ...match,
        seenAt: new Date(seen).toISOString(),
      })),
  });

/** `t=…,v1=…`: HMAC-SHA256 over the time in seconds, a point and the body, in hex. */
const signatureOf = (secret: string, body: string, at: number): string => {
  const seconds = Math.floor(at / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};

/** A receiver of the user's own, which can check by the secret that a message is Milepost's. */
export const sendByWebhook =
  (deps: HttpChannelDeps, address: string, secret: string): Send =>
  (message, signal) => {
    const body = webhookBody(message);
    return post(
      deps,
      'webhook',
      new URL(address),
      {
        body,
        headers: {
          'content-type': 'application/json',
          'milepost-id': message.id,
          'milepost-signature': signatureOf(secret, body, deps.clock()),
        },
      },
      signal,
    );
  };
