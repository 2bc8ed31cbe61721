import { type Duplex, duplexPair, PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { relay } from './relay.ts';

type Message = {
  id?: number | string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
};

/** A client on one side of a relay, and whoever answers on the other. */
function related(start: { program: boolean } = { program: false }) {
  const input = new PassThrough();
  const output = new PassThrough();
  const heard: Message[] = [];
  let hear = () => {};
  output.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter((one) => one !== '')) heard.push(JSON.parse(line) as Message);
    hear();
  });
  const answering = { program: start.program, none: '' };
  const behind: { who: string; stream: Duplex; said: Message[] }[] = [];
  /** Answers every request with its method, but for those called `slow`. */
  const answerer = (who: string): Duplex => {
    const [near, far] = duplexPair();
    const one = { who, stream: far, said: [] as Message[] };
    behind.push(one);
    far.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter((each) => each !== '')) {
        const message = JSON.parse(line) as Message;
        one.said.push(message);
        if (message.id !== undefined && message.method !== 'slow')
          far.write(`${JSON.stringify({ id: message.id, result: `${who}: ${message.method}` })}\n`);
      }
    });
    return near;
  };
  const ended = relay({
    input,
    output,
    toProgram: async () => (answering.program ? answerer('program') : null),
    instead: async () => (answering.none === '' ? answerer('file') : answering.none),
  });
  return {
    input,
    heard,
    answering,
    behind,
    ended,
    say: (message: Message) => void input.write(`${JSON.stringify(message)}\n`),
    /** Resolves to the answer to a request. */
    async answerTo(id: number): Promise<Message> {
      for (;;) {
        const found = heard.find((message) => message.id === id);
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          hear = resolve;
        });
      }
    },
  };
}

describe('the relay', () => {
  it('passes on each message once and in order, whole or in pieces', async () => {
    const { input, answerTo, heard, behind } = related();
    const text = [1, 2, 3]
      .map((id) => JSON.stringify({ id, method: `m${id}`, params: 'Ü'.repeat(50) }))
      .join('\n');
    for (const byte of Buffer.from(`${text}\n`)) input.write(Buffer.from([byte]));
    expect(await answerTo(3)).toEqual({ id: 3, result: 'file: m3' });
    expect(heard.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(behind).toHaveLength(1);
  });

  it('says the client’s hello again to whoever has not heard it, and keeps the answer to itself', async () => {
    const { say, answerTo, answering, behind, heard } = related();
    say({ id: 1, method: 'initialize' });
    await answerTo(1);
    say({ method: 'notifications/initialized' });
    say({ id: 2, method: 'a' });
    expect(await answerTo(2)).toEqual({ id: 2, result: 'file: a' });
    answering.program = true;
    say({ id: 3, method: 'b' });
    expect(await answerTo(3)).toEqual({ id: 3, result: 'program: b' });
    expect(behind[1]?.said.map(({ method }) => method)).toEqual([
      'initialize',
      'notifications/initialized',
      'b',
    ]);
    answering.program = false;
    behind[1]?.stream.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    say({ id: 4, method: 'c' });
    expect(await answerTo(4)).toEqual({ id: 4, result: 'file: c' });
    expect(heard.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  it('does not take a question away from whoever is answering it', async () => {
    const { say, answerTo, answering, behind } = related();
    say({ id: 1, method: 'slow' });
    say({ id: 2, method: 'a' });
    await answerTo(2);
    answering.program = true;
    say({ id: 3, method: 'b' });
    expect(await answerTo(3)).toEqual({ id: 3, result: 'file: b' });
    behind[0]?.stream.write(`${JSON.stringify({ id: 1, result: 'late' })}\n`);
    expect(await answerTo(1)).toEqual({ id: 1, result: 'late' });
    say({ id: 4, method: 'c' });
    expect(await answerTo(4)).toEqual({ id: 4, result: 'program: c' });
  });

  it('asks again whoever answers next, once', async () => {
    const { say, answerTo, behind } = related();
    say({ id: 1, method: 'initialize' });
    await answerTo(1);
    say({ id: 2, method: 'slow' });
    say({ id: 3, method: 'b' });
    await answerTo(3);
    behind[0]?.stream.destroy();
    say({ id: 4, method: 'c' });
    expect(await answerTo(4)).toEqual({ id: 4, result: 'file: c' });
    expect(behind[1]?.said.map(({ method }) => method)).toEqual(['initialize', 'slow', 'c']);
    behind[1]?.stream.destroy();
    expect((await answerTo(2)).error?.message).toContain('closed while it answered');
  });

  it('says why where nobody can answer, and answers once somebody can', async () => {
    const { say, answerTo, answering } = related();
    answering.none = 'Milepost is not here.';
    say({ id: 1, method: 'initialize' });
    expect((await answerTo(1)).error?.message).toBe('Milepost is not here.');
    answering.none = '';
    say({ id: 2, method: 'initialize' });
    expect(await answerTo(2)).toEqual({ id: 2, result: 'file: initialize' });
  });

  it('ends with its client, and ends whoever answers', async () => {
    const { say, answerTo, input, behind, ended } = related();
    say({ id: 1, method: 'a' });
    await answerTo(1);
    input.end();
    await Promise.all([ended, new Promise((resolve) => behind[0]?.stream.once('end', resolve))]);
    expect(behind.map(({ stream }) => stream.readableEnded)).toEqual([true]);
  });

  it('asks nobody any more once its client has left, whatever was not answered', async () => {
    const { say, answerTo, input, behind, ended } = related();
    say({ id: 1, method: 'slow' });
    say({ id: 2, method: 'a' });
    await answerTo(2);
    input.end();
    await Promise.all([ended, new Promise((resolve) => behind[0]?.stream.once('end', resolve))]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(behind).toHaveLength(1);
  });

  it('ends whoever comes to answer a client that has left', async () => {
    const { promise, resolve } = Promise.withResolvers<Duplex>();
    const [near, far] = duplexPair();
    const input = new PassThrough();
    const ended = relay({
      input,
      output: new PassThrough(),
      toProgram: () => promise,
      instead: async () => 'Nobody.',
    });
    input.end('{"id":1,"method":"a"}\n');
    await ended;
    far.resume();
    const left = new Promise((done) => far.once('end', done));
    resolve(near);
    await left;
    expect(far.readableEnded).toBe(true);
  });

  it('waits for no answer to a question that its client has cancelled', async () => {
    const { say, answerTo, answering } = related();
    say({ id: 1, method: 'slow' });
    say({ method: 'notifications/cancelled', params: { requestId: 1 } });
    say({ id: 2, method: 'a' });
    expect(await answerTo(2)).toEqual({ id: 2, result: 'file: a' });
    answering.program = true;
    say({ id: 3, method: 'b' });
    expect(await answerTo(3)).toEqual({ id: 3, result: 'program: b' });
  });

  const LONG = 'Ü'.repeat(1_000_001);

  it.each([
    ['before', { jsonrpc: '2.0', id: 1, method: 'a', params: { id: 7, text: LONG } }],
    ['after', { method: 'a', params: { text: LONG, id: 7 }, jsonrpc: '2.0', id: 1 }],
    ['after, beside what looks like it', { method: 'a', params: { text: `${LONG},"id":7}` }, id: 1 }],
  ])('answers a message that is too long with words, and goes on: its id %s', async (_title, message) => {
    const { say, answerTo, heard, behind } = related();
    say(message);
    say({ id: 2, method: 'b' });
    expect((await answerTo(1)).error?.message).toContain('more than 1 MB');
    expect(await answerTo(2)).toEqual({ id: 2, result: 'file: b' });
    expect(heard).toHaveLength(2);
    expect(behind[0]?.said).toEqual([{ id: 2, method: 'b' }]);
  });

  it('answers no notification and no answer that is too long, and without an id what has none', async () => {
    const { say, input, answerTo, heard } = related();
    say({ method: 'notifications/a', params: LONG });
    say({ id: 1, result: LONG });
    say({ id: 2, method: 'b' });
    await answerTo(2);
    expect(heard.map(({ id }) => id)).toEqual([2]);
    input.write(`[{"id":3,"method":"a","params":"${LONG}"},{"id":4}]\n`);
    say({ id: 5, method: 'b' });
    await answerTo(5);
    expect(heard.map(({ id }) => id)).toEqual([2, null, 5]);
  });

  it('passes on the longest message, and holds no more of a longer one', async () => {
    const { input, say, answerTo } = related();
    const frame = JSON.stringify({ id: 1, method: 'a', params: '' });
    say({ id: 1, method: 'a', params: 'x'.repeat(1_000_000 - frame.length) });
    expect(await answerTo(1)).toEqual({ id: 1, result: 'file: a' });
    for (let part = 0; part < 40; part++) input.write('y'.repeat(500_000));
    input.write('\n');
    say({ id: 2, method: 'b' });
    expect(await answerTo(2)).toEqual({ id: 2, result: 'file: b' });
  });

  it.each(['{"id":1,"method":"a"', 'hello', '{"a":}', '\u0000', '[{"id":1},', '{"id":1e}'])(
    'answers a line that is no JSON as that, and goes on: %j',
    async (line) => {
      const { input, say, answerTo, heard } = related();
      input.write(`${line}\n`);
      say({ id: 2, method: 'b' });
      expect(await answerTo(2)).toEqual({ id: 2, result: 'file: b' });
      expect(heard[0]).toMatchObject({ id: null, error: { code: -32_700 } });
      expect(heard).toHaveLength(2);
    },
  );

  it.each(['5', 'null', '"hello"', 'true', '[]'])(
    'answers what is JSON and no message as that, and goes on: %s',
    async (line) => {
      const { input, say, answerTo, heard } = related();
      input.write(`${line}\n`);
      say({ id: 2, method: 'b' });
      await answerTo(2);
      expect(heard[0]).toMatchObject({ id: null, error: { code: -32_600 } });
    },
  );

  describe('a batch', () => {
    const batch = (input: PassThrough, ...messages: unknown[]) =>
      void input.write(`${JSON.stringify(messages)}\n`);

    it('is answered as one, with an answer to each request and none to a notification', async () => {
      const { input, say, answerTo, heard } = related();
      batch(input, { id: 1, method: 'a' }, { method: 'notifications/x' }, 5, { id: 2, method: 'b' });
      say({ id: 3, method: 'c' });
      await answerTo(3);
      const [answers] = heard.filter(Array.isArray) as unknown as Message[][];
      expect(answers).toHaveLength(3);
      expect(answers).toEqual(
        expect.arrayContaining([
          { id: 1, result: 'file: a' },
          { id: 2, result: 'file: b' },
          expect.objectContaining({ id: null }),
        ]),
      );
    });

    it('of notifications alone is not answered, and one without the handshake in it', async () => {
      const { input, say, answerTo, heard } = related();
      batch(input, { method: 'notifications/x' });
      batch(input, { id: 1, method: 'initialize' });
      say({ id: 3, method: 'c' });
      await answerTo(3);
      expect(heard).toHaveLength(2);
      expect(heard[0]).toMatchObject([{ id: 1, error: { code: -32_600 } }]);
    });

    it('is answered without what was cancelled, and by whoever answers next', async () => {
      const { input, say, answerTo, heard, behind } = related();
      batch(input, { id: 1, method: 'slow' }, { id: 2, method: 'a' });
      say({ id: 3, method: 'c' });
      await answerTo(3);
      expect(heard).toHaveLength(1);
      say({ method: 'notifications/cancelled', params: { requestId: 1 } });
      say({ id: 4, method: 'd' });
      await answerTo(4);
      expect(heard.filter(Array.isArray)).toEqual([[{ id: 2, result: 'file: a' }]]);
      batch(input, { id: 5, method: 'slow' }, { id: 6, method: 'a' });
      say({ id: 7, method: 'c' });
      await answerTo(7);
      behind[0]?.stream.destroy();
      await new Promise((resolve) => setImmediate(resolve));
      say({ id: 8, method: 'c' });
      await answerTo(8);
      behind[1]?.stream.destroy();
      while (heard.filter(Array.isArray).length < 2) await new Promise((resolve) => setImmediate(resolve));
      expect(heard.filter(Array.isArray).at(-1)).toHaveLength(2);
    });
  });
});
