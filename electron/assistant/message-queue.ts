import { type Duplex, PassThrough, type Readable, Writable } from 'node:stream';
import { begins } from '../log/time-budget.ts';
import { exactIds } from './exact-ids.ts';
import { readLines } from './lines.ts';
import { errorOf, type Fault, faultOfLine, INVALID_REQUEST } from './message-fault.ts';

/** Bytes of one message from a client. The relay refuses any that could have more: it counts characters. */
export const MAX_MESSAGE = 4_000_000;
/** Unanswered requests of one connection, of whatever kind; limited so that the user's screens stay fast. */
const MAX_AT_ONCE = 3;
/** Messages that wait; while there are more, nothing further is read. */
const MAX_WAITING = 64;
/** How long a client may leave answers unread, in milliseconds. */
const UNREAD_MS = 30_000;

type Message = { id?: unknown; method?: unknown; params?: { requestId?: unknown } };

/** A request that stays open as long as the client listens. */
const LISTENS = 'subscriptions/listen';

/**
 * The one queue of a connection: what a client sends waits in it, whatever it is, until what came before is answered and
 * the answers are read. While it is full nothing more is read, a client that does not read is cut off, and what waits is
 * dropped when the connection closes.
 *
 * Messages that the protocol library does not understand are answered here: it drops them, or ends the connection, and
 * would leave the client waiting.
 * @returns the two streams for the protocol library
 */
export function messageQueue(stream: Duplex): { input: Readable; output: Writable } {
  const input = new PassThrough();
  let waiting: (string | Fault)[] = [];
  const unanswered = new Set<unknown>();
  let unread: NodeJS.Timeout | undefined;
  let isScheduled = false;

  const ids = exactIds();
  const write = (text: string): void => {
    if (stream.destroyed || stream.write(ids.outgoing(text)) || unread !== undefined) return;
    unread = setTimeout(() => stream.destroy(), UNREAD_MS).unref();
    stream.once('drain', () => {
      clearTimeout(unread);
      unread = undefined;
      schedule();
    });
  };
  const output = new Writable({
    decodeStrings: false,
    write(text: string | Buffer, _encoding, done) {
      const answer = JSON.parse(String(text)) as Message;
      if (answer.method === undefined) unanswered.delete(answer.id);
      write(String(text));
      schedule();
      done();
    },
  });

  function deliver(line: string): void {
    const { id, method, params } = JSON.parse(line) as Message;
    if (method === 'notifications/cancelled') unanswered.delete(params?.requestId);
    else if (id !== undefined && method !== undefined && method !== LISTENS) unanswered.add(id);
    input.write(`${line}\n`);
  }

  /** One message at a time, with other work in between. */
  function schedule(): void {
    if (isScheduled || waiting.length === 0 || stream.destroyed) return;
    if (unread !== undefined || unanswered.size >= MAX_AT_ONCE) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const next = waiting.shift();
      if (next === undefined || stream.destroyed) return;
      if (waiting.length < MAX_WAITING && stream.isPaused()) stream.resume();
      begins('a message of an assistant');
      const fault = typeof next === 'string' ? faultOfLine(next) : next;
      if (fault !== null) write(`${JSON.stringify(errorOf(fault))}\n`);
      else deliver(next as string);
      schedule();
    });
  }

  const add = (received: string | Fault): void => {
    const message = typeof received === 'string' ? ids.incoming(received) : received;
    // It would wait behind what it cancels.
    const isCancelled =
      typeof message === 'string' &&
      message.includes('notifications/cancelled') &&
      faultOfLine(message) === null;
    if (isCancelled && unanswered.has((JSON.parse(message) as Message).params?.requestId)) deliver(message);
    else waiting.push(message);
    if (waiting.length >= MAX_WAITING) stream.pause();
    schedule();
  };
  readLines(stream, MAX_MESSAGE, add, () =>
    add({ id: null, code: INVALID_REQUEST, words: 'This message is too long.' }),
  );
  const closed = (): void => {
    waiting = [];
    clearTimeout(unread);
    input.end();
  };
  stream.once('end', closed).once('close', closed);
  return { input, output };
}
