import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { serveClient } from './serve.ts';

/** A client that sends a line, and then a ping; resolves to all that it is answered until the ping is. */
async function answersTo(line: string): Promise<{ id: unknown; error?: { code: number } }[]> {
  const [input, output] = [new PassThrough(), new PassThrough({ encoding: 'utf8' })];
  const ended = serveClient(input, output, {
    sources: {} as Parameters<typeof serveClient>[2]['sources'],
    version: '1',
    refusal: () => null,
    connected: () => {},
    answered: () => {},
    report: () => {},
  });
  let heard = '';
  output.on('data', (text: string) => {
    heard += text;
  });
  const say = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  say({ id: 'hello', method: 'initialize', params });
  say({ method: 'notifications/initialized' });
  input.write(`${line}\n`);
  say({ id: 'next', method: 'ping' });
  await expect.poll(() => heard).toContain('"id":"next"');
  input.end();
  await ended;
  const all = heard
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  return all.filter(({ id }) => !['hello', 'next'].includes(id));
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const ping = (id: string, more = '') => `{"jsonrpc":"2.0","method":"ping"${more},"id":${id}}`;

it.each<[what: string, line: string, id: string | number | null, code: number]>([
  ...['9007199254740993', '-9007199254740995', '1e400', '1.5', '{}'].map(
    (id): [string, string, null, number] => [
      `an id that would come back otherwise: ${id}`,
      ping(id),
      null,
      -32_600,
    ],
  ),
  ['a batch', `[${ping('"a"')}]`, null, -32_600],
  ['levels beside the parameters', ping('1', `,"more":${nested(200_000)}`), 1, -32_602],
  ['levels in an answer', `{"jsonrpc":"2.0","id":1,"result":${nested(4_000)}}`, null, -32_602],
  ['a list of lists', nested(300_000), null, -32_600],
  ['more than a megabyte', ping('"a"', `,"params":{"a":"${'Ü'.repeat(1_500_000)}"}`), 'a', -32_000],
])('%s is refused, and the next message is answered', async (_what, line, id, code) => {
  expect(await answersTo(line)).toMatchObject([{ id, error: { code } }]);
});
