import { duplexPair } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { workedHere } from '../marketplace/testing/worked-here.ts';
import { messageQueue } from './message-queue.ts';
import { type ServeDeps, serveClient } from './serve.ts';

/** A client over a stream within this process, which reads nothing by itself. */
function connected(over: Partial<ServeDeps> = {}) {
  const [client, server] = duplexPair();
  const reports: unknown[] = [];
  const ended = serveClient(server, {
    sources: {} as ServeDeps['sources'],
    version: '1',
    refusal: () => null,
    connected: () => {},
    answered: () => {},
    report: (error) => reports.push(error),
    ...over,
  });
  onTestFinished(() => void client.destroy());
  client.on('error', () => undefined);
  const say = (message: object) => client.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  say({
    id: 'hello',
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  });
  say({ method: 'notifications/initialized' });
  return { client, server, ended, say, reports };
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
};

describe('a client that does not read', () => {
  it.each([
    ['tools/list', {}],
    ['ping', {}],
    ['nothing/known', {}],
    ['tools/call', { name: 'nobody' }],
    ['prompts/list', {}],
  ])('is answered no more than a few of 20,000 requests %s', async (method, params) => {
    const { client, server, say } = connected();
    const { held } = await workedHere(async () => {
      for (let id = 0; id < 20_000; id++) say({ id, method, params });
      await turns(2_000);
    });
    // What is written and not read, and what was taken off the stream and not answered.
    expect(server.writableLength).toBeLessThan(1_000_000);
    expect(server.readableLength).toBeLessThan(100_000);
    // The rest was not even read: it waits at the client.
    expect(client.writableLength).toBeGreaterThan(500_000);
    // Writing the requests is the test's own work.
    expect(held).toBeLessThan(2_000);
  });

  it('is cut off after half a minute, and not while it reads', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const [slow, reading] = [connected(), connected()];
    reading.client.resume();
    for (const { say } of [slow, reading])
      for (let id = 0; id < 300; id++) say({ id, method: 'tools/list', params: {} });
    await turns(500);
    vi.advanceTimersByTime(29_000);
    expect([slow.server.destroyed, reading.server.destroyed]).toEqual([false, false]);
    vi.advanceTimersByTime(2_000);
    expect([slow.server.destroyed, reading.server.destroyed]).toEqual([true, false]);
  });

  it.each(['{', '[]', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 'x'.repeat(5_000)])(
    'is refused no more than a few of 20,000 messages %s',
    async (line) => {
      const { client, server } = connected();
      for (let count = 0; count < 20_000; count++) client.write(`${line}\n`);
      await turns(2_000);
      expect(server.writableLength).toBeLessThan(1_000_000);
    },
  );
});

it('a client that reads is answered everything that it sends, in order', async () => {
  const { client, say } = connected();
  const heard: unknown[] = [];
  let text = '';
  client.on('data', (chunk: Buffer) => {
    text += String(chunk);
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) heard.push((JSON.parse(line) as { id: unknown }).id);
  });
  const ids = Array.from({ length: 500 }, (_, id) => id);
  for (const id of ids) say({ id, method: id % 2 === 0 ? 'ping' : 'tools/list' });
  await expect.poll(() => heard.length, { timeout: 30_000 }).toBe(ids.length + 1);
  expect([...heard.slice(1)].sort((one, other) => Number(one) - Number(other))).toEqual(ids);
});

it('what waits is dropped when the connection closes', async () => {
  let checked = 0;
  const { server, say, ended } = connected({
    refusal: () => {
      checked += 1;
      return 'Not now.';
    },
  });
  for (let id = 0; id < 5_000; id++)
    say({ id, method: 'tools/call', params: { name: 'list_searches', arguments: {} } });
  await turns(3);
  server.destroy();
  await ended;
  const before = checked;
  await turns(500);
  expect(checked).toBe(before);
  expect(before).toBeLessThan(100);
});

it('three requests at most are with the library at once, and none more once the client has ended', async () => {
  const [client, server] = duplexPair();
  onTestFinished(() => void client.destroy());
  const { input, output } = messageQueue(server);
  const delivered: string[] = [];
  input.on('data', (chunk: Buffer) => delivered.push(...String(chunk).trim().split('\n')));
  for (let id = 0; id < 20; id++) client.write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`);
  await turns(100);
  expect(delivered).toHaveLength(3);
  client.end();
  await turns(10);
  output.write('{"jsonrpc":"2.0","id":0,"result":{}}\n');
  await turns(100);
  expect(delivered).toHaveLength(3);
});

it.each(['9007199254740993', '-9007199254740995', '1e400', '1.5', '{}'])(
  'an id that would come back otherwise is refused: %s',
  async (id) => {
    const { client } = connected();
    const heard: string[] = [];
    client.on('data', (chunk: Buffer) => heard.push(String(chunk)));
    client.write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n`);
    await expect.poll(() => heard.join('')).toContain('"id":7');
    expect(heard.join('')).toMatch(/"id":null,"error":\{"code":-32600/u);
  },
);

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

it.each([
  ['beside the parameters', `{"jsonrpc":"2.0","id":1,"method":"ping","more":${nested(200_000)}}`],
  ['in an answer', `{"jsonrpc":"2.0","id":1,"result":${nested(200_000)}}`],
  ['beside a rounded id', `{"jsonrpc":"2.0","id":9007199254740993,"method":"x","more":${nested(4_000)}}`],
  ['as a list of lists', nested(300_000)],
])('survives what is nested too deep %s', async (_, message) => {
  const { client } = connected();
  const heard: string[] = [];
  client.on('data', (chunk: Buffer) => heard.push(String(chunk)));
  client.write(`${message}\n{"jsonrpc":"2.0","id":"next","method":"ping"}\n`);
  await expect.poll(() => heard.join('')).toContain('"id":"next"');
  expect(heard.join('')).toMatch(/"error":\{"code":-326/);
});

it('a batch is refused as one, and the next message is answered', async () => {
  const { client } = connected();
  const heard: string[] = [];
  client.on('data', (chunk: Buffer) => heard.push(String(chunk)));
  client.write('[{"jsonrpc":"2.0","id":"a","method":"ping"}]\n{"jsonrpc":"2.0","id":"b","method":"ping"}\n');
  await expect.poll(() => heard.join('')).toContain('"id":"b"');
  expect(heard.join('')).toContain('"code":-32600');
  expect(heard.join('')).not.toContain('"id":"a"');
});
