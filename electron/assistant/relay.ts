import type { Duplex, Readable, Writable } from 'node:stream';
import { readLines } from './lines.ts';
import { messageBatches } from './message-batches.ts';

type Id = string | number;
type Message = { jsonrpc?: unknown; id?: Id; method?: string; params?: { requestId?: Id } | null };

export type RelayDeps = {
  /** The client. */
  input: Readable;
  output: Writable;
  /** Connects to the running program; null if none answers. */
  toProgram: () => Promise<Duplex | null>;
  /** Opens the fallback that answers while no program runs; or returns the reason why there is none. */
  instead: () => Promise<Duplex | string>;
};

/** JSON-RPC 2.0, section 5.1; the last one is the server's own. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const REFUSED = -32_000;

type Target = { stream: Duplex; isProgram: boolean };

/** Characters of one message; a longer one is refused. */
const MAX_MESSAGE = 1_000_000;
const NO_MESSAGE = 'A message is a JSON object, and the handshake stands alone.';
const TOO_LONG = 'This message has more than 1 MB, which is the most that Milepost reads. Ask for less.';
/** How often a request is sent in all, if a target closes without answering it. */
const MAX_TIMES = 2;
const CLOSED = 'Milepost was closed while it answered. Ask again.';

/**
 * Relays one client's messages to the running program, else to the fallback that reads its data file. When the program
 * starts or closes in between, the client's handshake is replayed to the new target, so the client notices nothing. Of
 * the protocol it knows only that messages are lines of JSON, and the handshake.
 */
export async function relay({ input, output, toProgram, instead }: RelayDeps): Promise<void> {
  let target: Target | null = null;
  let hello: Message | null = null;
  let ready: string | null = null;
  let replays = 0;
  let ended = false;
  /** Unanswered requests, with how often each was sent. */
  const waiting = new Map<Id, { line: string; times: number }>();
  /** Callbacks for answers to the relay's own requests. */
  const own = new Map<Id, () => void>();

  const say = (message: object): void => void output.write(`${JSON.stringify(message)}\n`);
  const batches = messageBatches(say);
  const refuse = (id: Id | null, words: string, code = REFUSED): void => {
    const answer = { jsonrpc: '2.0', id, error: { code, message: words } };
    if (!batches.take(id, answer)) say(answer);
  };

  // Serialised, so that no message overtakes a handshake.
  let before: Promise<void> = Promise.resolve();
  function inTurn(act: () => Promise<void>): void {
    before = before.then(act).catch(() => {});
  }

  function connectTo(next: Target): void {
    target = next;
    const closed = () => {
      if (target !== next) return;
      target = null;
      for (const settle of [...own.values()]) settle();
      const open = [...waiting];
      waiting.clear();
      // Every request is safe to repeat.
      for (const [id, { line, times }] of open) {
        if (times < MAX_TIMES) inTurn(() => pass(line, times + 1));
        else refuse(id, CLOSED);
      }
    };
    next.stream.once('close', closed).once('end', closed).on('error', closed);
    const receive = (line: string) => {
      if (target !== next) return;
      const answer = messageIn(line);
      const { id, method } = answer ?? {};
      const isAnswer = id !== undefined && method === undefined;
      const settle = isAnswer ? own.get(id) : undefined;
      if (settle !== undefined) return settle();
      if (isAnswer) waiting.delete(id);
      if (isAnswer && answer !== null && batches.take(id, answer)) return;
      if (!output.write(`${line}\n`)) {
        next.stream.pause();
        output.once('drain', () => next.stream.resume());
      }
    };
    readLines(next.stream, MAX_MESSAGE, receive, () => next.stream.destroy());
  }

  /** Replays the client's handshake to a new target; the answer is not passed to the client. */
  async function replayHandshake({ stream }: Target): Promise<void> {
    if (hello === null) return;
    replays += 1;
    const id = `milepost-hello-${replays}`;
    const answered = new Promise<void>((resolve) =>
      own.set(id, () => {
        own.delete(id);
        resolve();
      }),
    );
    stream.write(`${JSON.stringify({ ...hello, id })}\n`);
    await answered;
    if (ready !== null) stream.write(`${ready}\n`);
  }

  async function switchTarget(to: Target, isHello: boolean): Promise<void> {
    // The client left during the search, and nobody else would end this stream.
    if (ended) return void to.stream.destroy();
    const before = target;
    connectTo(to);
    before?.stream.destroy();
    if (!isHello) await replayHandshake(to);
  }

  /** Chooses the target: the program once it runs, unless requests to the current target are pending. */
  async function chooseTarget(isHello: boolean): Promise<Target | string> {
    if (target?.isProgram === true || (target !== null && waiting.size > 0)) return target;
    const program = await toProgram();
    if (program !== null) await switchTarget({ stream: program, isProgram: true }, isHello);
    else if (target === null) {
      const other = await instead();
      if (typeof other === 'string') return other;
      await switchTarget({ stream: other, isProgram: false }, isHello);
    }
    return target ?? CLOSED;
  }

  /** Answers what is no message, and passes on what is one, alone or in a batch (MCP 2025-03-26). */
  async function receiveLine(line: string): Promise<void> {
    const parsed = parsedLine(line);
    if (parsed === undefined) return refuse(null, 'This line is not JSON.', PARSE_ERROR);
    if (!Array.isArray(parsed))
      return isMessage(parsed) ? pass(line) : refuse(null, NO_MESSAGE, INVALID_REQUEST);
    if (parsed.length === 0) return refuse(null, 'A batch holds at least one message.', INVALID_REQUEST);
    const messages = parsed.filter(isMessage).filter(({ method }) => method !== 'initialize');
    // The handshake is no part of a batch.
    const faults = parsed.filter((one) => !messages.includes(one as Message));
    batches.open(
      messages.flatMap(({ id, method }) => (id === undefined || method === undefined ? [] : [id])),
      faults.map((one) => ({
        jsonrpc: '2.0',
        id: (isMessage(one) ? one.id : null) ?? null,
        error: { code: INVALID_REQUEST, message: NO_MESSAGE },
      })),
    );
    for (const message of messages) await pass(JSON.stringify(message));
  }

  async function pass(line: string, times = 1): Promise<void> {
    if (ended) return;
    const message = messageIn(line);
    const { id, method } = message ?? {};
    const isHello = method === 'initialize' && id !== undefined;
    const to = await chooseTarget(isHello);
    if (ended) return;
    if (typeof to === 'string') {
      if (id !== undefined && method !== undefined) refuse(id, to);
      return;
    }
    if (isHello) hello = message;
    if (method === 'notifications/initialized') ready = line;
    const cancelled = method === 'notifications/cancelled' ? message?.params?.requestId : undefined;
    // It is not answered any more.
    if (cancelled !== undefined) {
      waiting.delete(cancelled);
      batches.forget(cancelled);
    }
    if (id !== undefined && method !== undefined) waiting.set(id, { line, times });
    to.stream.write(`${line}\n`);
  }

  readLines(
    input,
    MAX_MESSAGE,
    (line) => inTurn(() => receiveLine(line)),
    (head, tail) => {
      const { id, method } = outline(head, tail);
      // Neither a notification nor an answer gets an answer.
      if (id !== undefined ? method !== undefined : method === undefined) refuse(id ?? null, TOO_LONG);
    },
  );
  await new Promise<void>((resolve) => {
    input
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve());
    output.once('error', () => resolve());
  });
  ended = true;
  (target as Target | null)?.stream.destroy();
}

const SCALAR = String.raw`\s*"[^"\\]{1,40}"\s*:\s*(?:"(?:[^"\\]|\\.){0,300}"|-?\d{1,20}|true|false|null)\s*`;
const AT_HEAD = new RegExp(String.raw`^\s*\{((?:${SCALAR},)*)`);
const AT_TAIL = new RegExp(String.raw`((?:,${SCALAR})*)\}\s*$`);

/** A message's own members that are no objects, from its ends: only `params` and results are long. */
function outline(head: string, tail: string): Message {
  const [, first = ''] = AT_HEAD.exec(head) ?? [];
  const [, last = ''] = AT_TAIL.exec(tail) ?? [];
  return { ...messageIn(`{${first.replace(/,$/, '')}}`), ...messageIn(`{${last.slice(1)}}`) };
}

function messageIn(line: string): Message | null {
  const parsed = parsedLine(line);
  return isMessage(parsed) ? parsed : null;
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined if it is not JSON. */
function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
