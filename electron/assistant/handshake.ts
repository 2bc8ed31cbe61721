import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';

/** First word of a connection, so that other programs are rejected. */
const HELLO = 'milepost-assistant-1';
const MAX_LINE = 300;
const WITHIN_MS = 5_000;

const proof = (secret: string, ...parts: readonly string[]): string =>
  createHmac('sha256', secret).update(parts.join(' ')).digest('hex');

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Reads one line and leaves the rest in the stream; null if the stream ends or the line is too long. */
function nextLine(stream: Duplex): Promise<string | null> {
  return new Promise((resolve) => {
    let held = Buffer.alloc(0);
    const done = (line: string | null) => {
      stream.off('readable', read).off('end', ended).off('close', ended).off('error', ended);
      resolve(line);
    };
    const ended = () => done(null);
    const read = () => {
      for (let chunk: Buffer | null = stream.read(); chunk !== null; chunk = stream.read()) {
        held = Buffer.concat([held, chunk]);
        const end = held.indexOf('\n');
        if (end >= 0) {
          const rest = held.subarray(end + 1);
          if (rest.length > 0) stream.unshift(rest);
          return done(held.toString('utf8', 0, end));
        }
        if (held.length > MAX_LINE) return done(null);
      }
    };
    stream.on('readable', read).on('end', ended).on('close', ended).on('error', ended);
    read();
  });
}

/** Destroys the stream if the handshake fails or exceeds its time. */
async function inTime(stream: Duplex, talk: () => Promise<boolean>): Promise<boolean> {
  const late = setTimeout(() => stream.destroy(), WITHIN_MS);
  const done = await talk().catch(() => false);
  clearTimeout(late);
  if (!done) stream.destroy();
  return done && !stream.destroyed;
}

/**
 * The server's side of a mutual challenge-response over the data folder's secret, since the name of a pipe or socket
 * authenticates neither side.
 */
export const authenticateClient = (stream: Duplex, secret: string): Promise<boolean> =>
  inTime(stream, async () => {
    const [hello, theirs = ''] = (await nextLine(stream))?.split(' ') ?? [];
    if (hello !== HELLO || theirs === '') return false;
    const own = randomBytes(32).toString('hex');
    stream.write(`${own} ${proof(secret, 'server', theirs, own)}\n`);
    const shown = await nextLine(stream);
    return shown !== null && isSame(shown, proof(secret, 'client', own, theirs));
  });

/** The client's side of `authenticateClient`. */
export const authenticateServer = (stream: Duplex, secret: string): Promise<boolean> =>
  inTime(stream, async () => {
    const own = randomBytes(32).toString('hex');
    stream.write(`${HELLO} ${own}\n`);
    const [theirs = '', shown = ''] = (await nextLine(stream))?.split(' ') ?? [];
    if (!isSame(shown, proof(secret, 'server', own, theirs))) return false;
    stream.write(`${proof(secret, 'client', theirs, own)}\n`);
    return true;
  });
