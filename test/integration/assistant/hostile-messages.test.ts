/** Whatever one message of an assistant says, it is answered or ignored, and the next one is answered. */
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { mcpOverStdio } from '../../../electron/app/assistants/from-file.ts';
import { endProgram, filledFolder, startProgram, turnOn } from './filled-folder.ts';

type Answer = { id?: unknown; result?: unknown; error?: { code: number } };

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A client of the assistant server, which writes lines as they are. */
function rawClient(dataDir: string) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let hasEnded = false;
  const report = () => {};
  void mcpOverStdio(input, output, { dataDir, version: '0.0.0', clock: Date.now, report }).then(() => {
    hasEnded = true;
  });
  ends.push(() => input.end());
  const heard: Answer[] = [];
  let wake = () => {};
  createInterface(output).on('line', (line) => {
    heard.push(JSON.parse(line) as Answer);
    wake();
  });
  const find = async (is: (answer: Answer) => boolean): Promise<Answer> => {
    for (;;) {
      const found = heard.find(is);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    heard,
    write: (text: string | Buffer) => void input.write(text),
    say: (message: object) => void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    answerTo: (id: unknown) => find((answer) => answer.id === id),
    hasEnded: () => hasEnded,
  };
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const HOSTILE: readonly (string | Buffer)[] = [
  '{',
  'null',
  '[]',
  '"text"',
  '\u0000',
  Buffer.from([0xff, 0xfe, 0x7b, 0x80]),
  '{"jsonrpc":"1.0","id":"x1","method":"ping"}',
  '{"id":"x2","method":"ping"}',
  '{"jsonrpc":"2.0","id":null,"method":"ping"}',
  '{"jsonrpc":"2.0","id":{},"method":"ping"}',
  '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
  '{"jsonrpc":"2.0","id":"x3","method":5}',
  '{"jsonrpc":"2.0","id":"x4","method":"ping","params":5}',
  '{"jsonrpc":"2.0","id":"x5","method":"ping","params":[1]}',
  '{"jsonrpc":"2.0","id":"x6","method":"ping","params":{"_meta":5}}',
  '{"jsonrpc":"2.0","id":"x7","method":"tools/call","params":{"name":5}}',
  '{"jsonrpc":"2.0","id":"x8","method":"tools/call","params":{"name":"nobody"}}',
  '{"jsonrpc":"2.0","id":"x9","method":"tools/call","params":{"name":"list_searches","arguments":"none"}}',
  '{"jsonrpc":"2.0","id":"x10","method":"tools/call"}',
  '{"jsonrpc":"2.0","id":"x11","method":"__proto__"}',
  '{"jsonrpc":"2.0","id":"x12","method":"constructor","params":{"__proto__":{"a":1}}}',
  '{"jsonrpc":"2.0","id":"x13","method":"subscriptions/listen","params":{}}',
  '{"jsonrpc":"2.0","id":"x14","method":"initialize","params":{"protocolVersion":5}}',
  '{"jsonrpc":"2.0","id":"x15","result":{}}',
  '{"jsonrpc":"2.0","id":"x16","error":{"code":"none"}}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"never"}}',
  '{"jsonrpc":"2.0","method":"notifications/progress","params":5}',
  `{"jsonrpc":"2.0","id":"x17","method":"ping","params":{"a":${deep(5_000)}}}`,
  `{"jsonrpc":"2.0","id":"x18","method":"tools/call","params":{"name":"list_searches","arguments":{"a":${deep(90)}}}}`,
  deep(100_000),
  `{"jsonrpc":"2.0","id":"x19","method":"ping","params":{"a":"${'y'.repeat(1_500_000)}"}}`,
  `{"jsonrpc":"2.0","id":"${'z'.repeat(100_000)}","method":"ping"}`,
];

let madeOnce: Promise<string> | undefined;
/** A folder whose program has run since assistants were allowed, and is closed again. */
function sharedFolder(): Promise<string> {
  madeOnce ??= (async () => {
    const dataDir = filledFolder();
    await turnOn(dataDir);
    await endProgram(await startProgram(dataDir));
    return dataDir;
  })();
  return madeOnce;
}

it('one after the other', async () => {
  const client = rawClient(await sharedFolder());
  client.say({
    id: 'hello',
    method: 'initialize',
    params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  });
  expect((await client.answerTo('hello')).result).toMatchObject({ protocolVersion: '2025-11-25' });
  // The revision that the client named allows batches, which are not served.
  client.say({ method: 'notifications/initialized' });
  for (const [index, line] of HOSTILE.entries()) {
    client.write(line);
    client.write('\n');
    client.say({ id: `ping ${index}`, method: 'ping' });
    expect((await client.answerTo(`ping ${index}`)).result, String(line).slice(0, 90)).toBeDefined();
  }
  // Every request with an id of its own is answered in some way.
  for (const line of HOSTILE) {
    const id = /"id":"(x\d+)"/u.exec(String(line))?.[1];
    if (id === undefined || /"(?:result|error)":/u.test(String(line))) continue;
    expect(await client.answerTo(id), id).toBeDefined();
  }
  expect(client.heard.filter((one) => one.error?.code === -32_700).length).toBeGreaterThan(1);
  expect(client.hasEnded()).toBe(false);
});

it.each(HOSTILE.map((line) => [String(line).slice(0, 80), line] as const))(
  'before its handshake: %s',
  async (_title, line) => {
    const client = rawClient(await sharedFolder());
    client.write(line);
    client.write('\n');
    client.say({
      id: 'hello',
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
    });
    expect((await client.answerTo('hello')).result).toBeDefined();
    client.say({ method: 'notifications/initialized' });
    client.say({ id: 'list', method: 'tools/list' });
    expect((await client.answerTo('list')).result).toBeDefined();
  },
);
