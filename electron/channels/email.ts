import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection, { type SMTPError } from 'nodemailer/lib/smtp-connection';
import { ownEntry } from '#shared/own-entry.ts';
import type { RecordActivity } from '../marketplace/http/transport-deps.ts';
import { isLocalAddress } from '../marketplace/sockets/local-address.ts';
import type { Message, Send } from './sending.ts';

/** A mail server and the addresses of its messages. */
export type MailPlace = {
  host: string;
  port: number;
  /** '' where it needs none. */
  user: string;
  from: string;
  to: string;
  /** Whether the user allowed that it is on this machine or a local network. */
  mayBeLocal: boolean;
};

export type MailDeps = { clock: () => number; record: RecordActivity };

/** The port on which TLS begins at once (RFC 8314); on others the server is asked for it (RFC 3207). */
const TLS_PORT = 465;
const DEADLINE_MS = 30_000;
/** In bytes: all that a server may say during one message. */
const LARGEST_DIALOGUE = 64 * 1024;

/** The program's words for the codes of the library; its own texts quote what the server said. */
const WORDS: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server did not accept the user or the password.',
  ETLS: 'No secure connection to the mail server could be made.',
  EENVELOPE: 'The mail server did not take the addresses.',
  EMESSAGE: 'The mail server did not take the message.',
  LOCAL_ADDRESS: 'The mail server is on this machine or your own network, which was not allowed.',
};
const NOT_REACHED = 'The mail server could not be reached.';

type Failure = { code?: string; responseCode?: number };

/** The address to connect to: resolved once, so that what is checked is what is connected to. */
async function addressOf({ host, mayBeLocal }: MailPlace): Promise<string> {
  const addresses =
    isIP(host) === 0 ? (await lookup(host, { all: true })).map(({ address }) => address) : [host];
  if (!mayBeLocal && addresses.some(isLocalAddress))
    throw Object.assign(new Error(), { code: 'LOCAL_ADDRESS' });
  return addresses[0] ?? host;
}

const isLoopbackAddress = (address: string): boolean => address === '::1' || address.startsWith('127.');

/** Sends plain text by SMTP, over TLS except on this machine. */
export const sendByMail =
  (deps: MailDeps, place: MailPlace, password: string): Send =>
  async (message, signal) => {
    const at = deps.clock();
    const began = performance.now();
    const bytes = await composed(place, message);
    // Whether the server may have the message: from the first of its bytes on.
    const progress = { begun: false };
    let failure: Failure | null = null;
    try {
      await exchange(place, password, bytes, progress, signal);
    } catch (error) {
      failure = typeof error === 'object' && error !== null ? error : {};
    }
    deps.record({
      at,
      role: 'email',
      method: 'SMTP',
      origin: `smtp://${place.host}:${place.port}`,
      path: '',
      status: failure?.responseCode ?? (failure === null ? 250 : null),
      durationMs: Math.round(performance.now() - began),
      bytes: bytes.byteLength,
      attempt: 1,
      requestIdSent: message.id,
      requestId: null,
      errorCode: failure === null ? null : (failure.code ?? 'failed').toLowerCase(),
      notices: [],
    });
    if (failure === null) return { kind: 'sent' };
    const words = ownEntry(WORDS, failure.code ?? '') ?? NOT_REACHED;
    // A refusal says that it was not taken; without one, nobody knows.
    const isRefused = failure.responseCode !== undefined && failure.responseCode >= 400;
    return progress.begun && !isRefused
      ? { kind: 'unclear', words: 'The mail server was not heard of again after the message was sent.' }
      : { kind: 'not_taken', words };
  };

function composed({ from, to }: MailPlace, { id, at, title, text }: Message): Promise<Buffer> {
  return new MailComposer({
    from: { name: 'Milepost', address: from },
    to: { name: '', address: to },
    subject: title,
    text: `${text}\n`,
    date: new Date(at),
    // The same over all attempts.
    messageId: `<${id}@milepost.invalid>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

async function exchange(
  place: MailPlace,
  password: string,
  bytes: Buffer,
  progress: { begun: boolean },
  signal: AbortSignal,
): Promise<void> {
  const address = await addressOf(place);
  const secure = place.port === TLS_PORT;
  const connection = new SMTPConnection({
    host: address,
    port: place.port,
    secure,
    requireTLS: !secure && !isLoopbackAddress(address),
    tls: isIP(place.host) === 0 ? { servername: place.host } : {},
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = () => reject(Object.assign(new Error(), { code: 'ABORTED' }));
  const timer = setTimeout(giveUp, DEADLINE_MS);
  signal.addEventListener('abort', giveUp, { once: true });
  // The library bounds one answer, and not how many come. It reads by this method, before and after TLS.
  const reading = connection as unknown as { _onData(chunk: Buffer): void };
  const read = reading._onData.bind(connection);
  let received = 0;
  reading._onData = (chunk) => {
    received += chunk.length;
    if (received <= LARGEST_DIALOGUE) return read(chunk);
    giveUp();
    connection.close();
  };
  const or = (go: () => void) => (error?: SMTPError | null) => (error ? reject(error) : go());
  connection.on('error', reject);
  connection.on('end', () => reject(Object.assign(new Error(), { code: 'ECONNECTION' })));
  const send = () =>
    connection.send({ from: place.from, to: [place.to] }, messageOf(bytes, progress), or(resolve));
  connection.connect(
    or(() => {
      if (place.user === '') send();
      else connection.login({ credentials: { user: place.user, pass: password } }, or(send));
    }),
  );
  try {
    await promise;
    connection.quit();
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    connection.close();
  }
}

/** The message, which notes when the server begins to take it. */
const messageOf = (bytes: Buffer, progress: { begun: boolean }): Readable =>
  new Readable({
    read() {
      progress.begun = true;
      this.push(bytes);
      this.push(null);
    },
  });
