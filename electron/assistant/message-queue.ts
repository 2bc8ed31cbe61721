import { type Duplex, PassThrough, type Readable, Writable } from 'node:stream';
import { begins } from '../log/time-budget.ts';
import { readLines } from './lines.ts';
import { errorOf, type Fault, faultOfLine, isId, MAX_MESSAGE, REFUSED } from './message-fault.ts';

type RpcMessage = { id?: unknown; method?: unknown; params?: { requestId?: unknown } };

/** Unanswered requests of one connection, of whatever kind; limited so that the user's screens stay fast. */
const MAX_AT_ONCE = 3;
/** Messages that wait; while there are more, nothing further is read. */
const MAX_WAITING = 64;
/** How long a client may leave answers unread, in milliseconds. */
const UNREAD_MS = 30_000;

const TOO_LONG = 'This message has more than 1 MB, which is the most that Milepost reads. Ask for less.';

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

  const write = (text: string): void => {
    if (stream.destroyed || stream.write(text) || unread !== undefined) return;
    unread = setTimeout(() => stream.destroy(), UNREAD_MS).unref();
    stream.once('drain', () => {
      clearTimeout(unread);
      unread = undefined;
      schedule();
    });
  };
  const say = (message: object): void => write(`${JSON.stringify(message)}\n`);
  const output = new Writable({
    decodeStrings: false,
    write(text: string | Buffer, _encoding, done) {
      const message = JSON.parse(String(text)) as RpcMessage;
      if (message.method === undefined) unanswered.delete(message.id);
      write(String(text));
      schedule();
      done();
    },
  });

  function deliver(line: string): void {
    const { id, method, params } = JSON.parse(line) as RpcMessage;
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
      if (fault !== null) say(errorOf(fault));
      else deliver(next as string);
      schedule();
    });
  }

  const add = (message: string | Fault): void => {
    // It would wait behind what it cancels.
    const isCancelled =
      typeof message === 'string' &&
      message.includes('notifications/cancelled') &&
      faultOfLine(message) === null;
    if (isCancelled && unanswered.has((JSON.parse(message) as RpcMessage).params?.requestId))
      deliver(message);
    else waiting.push(message);
    if (waiting.length >= MAX_WAITING) stream.pause();
    schedule();
  };
  readLines(stream, MAX_MESSAGE, add, (head, tail) => {
    const { id, method } = outline(head, tail);
    const known = isId(id) ? id : null;
    // Neither a notification nor an answer gets an answer.
    if (id !== undefined ? method !== undefined : method === undefined)
      add({ id: known, code: REFUSED, words: TOO_LONG });
  });
  const closed = (): void => {
    waiting = [];
    clearTimeout(unread);
    input.end();
  };
  stream.once('end', closed).once('close', closed);
  return { input, output };
}

const SCALAR = String.raw`\s*"[^"\\]{1,40}"\s*:\s*(?:"(?:[^"\\]|\\.){0,300}"|-?\d{1,20}|true|false|null)\s*`;
const AT_HEAD = new RegExp(String.raw`^\s*\{((?:${SCALAR},)*)`);
const AT_TAIL = new RegExp(String.raw`((?:,${SCALAR})*)\}\s*$`);

/** A message's own members that are no objects, from its ends: only `params` and results are long. */
function outline(head: string, tail: string): RpcMessage {
  const [, first = ''] = AT_HEAD.exec(head) ?? [];
  const [, last = ''] = AT_TAIL.exec(tail) ?? [];
  return { ...membersOf(`{${first.replace(/,$/, '')}}`), ...membersOf(`{${last.slice(1)}}`) };
}

function membersOf(text: string): RpcMessage {
  try {
    return JSON.parse(text) as RpcMessage;
  } catch {
    return {};
  }
}
