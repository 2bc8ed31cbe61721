import type { Duplex, Readable, Writable } from 'node:stream';

type Id = string | number;
type Message = { id?: Id; method?: string; params?: unknown };

export type RelayDeps = {
  /** The client. */
  input: Readable;
  output: Writable;
  /** The running program, or null where none answers. */
  toProgram: () => Promise<Duplex | null>;
  /** What answers where no program runs; or why nothing does, in words. */
  instead: () => Promise<Duplex | string>;
};

type Behind = { stream: Duplex; isProgram: boolean };

/** Bytes of one message; whoever sends more is not understood. */
const MOST_MESSAGE = 1_000_000;
/** How often a question is asked of whoever answers next, where somebody leaves it unanswered. */
const MOST_TIMES = 2;
const CLOSED = 'Milepost was closed while it answered. Ask again.';

/**
 * Passes the messages of one client on to whoever can answer them: the running program, else what reads its data file.
 * The program may be started and closed meanwhile; the client's own hello is then said again for it, so that it notices
 * nothing. Knows of the protocol only that messages are lines of JSON, and how a client says hello.
 */
export async function relay({ input, output, toProgram, instead }: RelayDeps): Promise<void> {
  let behind: Behind | null = null;
  let hello: Message | null = null;
  let ready: string | null = null;
  let replays = 0;
  let ended = false;
  /** Questions that are not answered yet, with how often each was passed on. */
  const waiting = new Map<Id, { line: string; times: number }>();
  /** Answers to what the client did not ask itself. */
  const own = new Map<Id, () => void>();

  const say = (message: object): void => void output.write(`${JSON.stringify(message)}\n`);
  const refuse = (id: Id, words: string): void =>
    say({ jsonrpc: '2.0', id, error: { code: -32_000, message: words } });

  // One after the other: what follows a hello must not overtake it.
  let before: Promise<void> = Promise.resolve();
  function inTurn(act: () => Promise<void>): void {
    before = before.then(act).catch(() => {});
  }

  function listenTo(next: Behind): void {
    behind = next;
    const closed = () => {
      if (behind !== next) return;
      behind = null;
      for (const settle of [...own.values()]) settle();
      const open = [...waiting];
      waiting.clear();
      // All that can be asked may be asked twice.
      for (const [id, { line, times }] of open) {
        if (times < MOST_TIMES) inTurn(() => pass(line, times + 1));
        else refuse(id, CLOSED);
      }
    };
    next.stream.once('close', closed).once('end', closed).on('error', closed);
    lines(next.stream, (line) => {
      if (behind !== next) return;
      const { id, method } = messageIn(line) ?? {};
      const isAnswer = id !== undefined && method === undefined;
      const settle = isAnswer ? own.get(id) : undefined;
      if (settle !== undefined) return settle();
      if (isAnswer) waiting.delete(id);
      if (!output.write(`${line}\n`)) {
        next.stream.pause();
        output.once('drain', () => next.stream.resume());
      }
    });
  }

  /** Says the client's hello to somebody who has not heard it; what is answered to it is not for the client. */
  async function introduce({ stream }: Behind): Promise<void> {
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

  async function change(to: Behind, isHello: boolean): Promise<void> {
    const before = behind;
    listenTo(to);
    before?.stream.destroy();
    if (!isHello) await introduce(to);
  }

  /** Whoever is to answer now: the program as soon as it runs, if nothing is under way elsewhere. */
  async function whoAnswers(isHello: boolean): Promise<Behind | string> {
    if (behind?.isProgram === true || (behind !== null && waiting.size > 0)) return behind;
    const program = await toProgram();
    if (program !== null) await change({ stream: program, isProgram: true }, isHello);
    else if (behind === null) {
      const other = await instead();
      if (typeof other === 'string') return other;
      await change({ stream: other, isProgram: false }, isHello);
    }
    return behind ?? CLOSED;
  }

  async function pass(line: string, times = 1): Promise<void> {
    const message = messageIn(line);
    const { id, method } = message ?? {};
    const isHello = method === 'initialize' && id !== undefined;
    const to = await whoAnswers(isHello);
    if (ended) return;
    if (typeof to === 'string') {
      if (id !== undefined && method !== undefined) refuse(id, to);
      return;
    }
    if (isHello) hello = message;
    if (method === 'notifications/initialized') ready = line;
    if (id !== undefined && method !== undefined) waiting.set(id, { line, times });
    to.stream.write(`${line}\n`);
  }

  lines(input, (line) => inTurn(() => pass(line)));
  await new Promise<void>((resolve) => {
    input
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve());
    output.once('error', () => resolve());
  });
  ended = true;
  (behind as Behind | null)?.stream.destroy();
}

/** Calls back with every line of a stream; one that does not end is thrown away with the stream. */
function lines(stream: Readable, receive: (line: string) => void): void {
  let held = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const parts = (held + chunk).split('\n');
    held = parts.pop() ?? '';
    for (const part of parts) if (part.trim() !== '') receive(part);
    if (held.length > MOST_MESSAGE) stream.destroy();
  });
}

function messageIn(line: string): Message | null {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
