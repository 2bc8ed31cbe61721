import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { documentCache } from '../../../electron/marketplace/openapi/document-cache.ts';
import { openStorage } from '../../../electron/storage/open.ts';
import { type Command, call, newFolder, run } from '../hosts/command.ts';

const HOST = 'out/main/host.js';

let program: Command | undefined;
afterEach(async () => {
  program?.child.kill('SIGKILL');
  await program?.finished;
  program = undefined;
});

/** An address of this machine without a listener. */
async function nobody(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/`;
}

const refs = (levels: number) =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, n) => [
      `d${n}`,
      n === levels - 1
        ? { type: 'string' }
        : {
            allOf: [{ $ref: `#/components/schemas/d${n + 1}` }, { $ref: `#/components/schemas/d${n + 1}` }],
          },
    ]),
  );

/** Operations that each fit every role, with schemas that double at each level. */
const doubling = (levels: number, operations: number) => {
  const schema = { $ref: '#/components/schemas/d0' };
  const content = { 'application/json': { schema } };
  const operation = (n: number) => ({
    operationId: `tool.describe.${n}`,
    summary: 'Search, describe, list, compare, quote and call tools',
    requestBody: { content },
    responses: { 200: { content } },
  });
  return JSON.stringify({
    openapi: '3.1.0',
    components: { schemas: refs(levels) },
    paths: Object.fromEntries(
      Array.from({ length: operations }, (_, n) => [
        `/api/v1/market-tools/search/${n}`,
        { post: operation(n) },
      ]),
    ),
  });
};

test.each([
  ['of references that double', doubling(60, 40)],
  ['of very many of them', doubling(2_000, 1_500)],
  ['nested deeper than any parser goes', `${'{"a":'.repeat(400_000)}1${'}'.repeat(400_000)}`],
  ['that unpacks to a thousand times its size', ' '.repeat(60_000_000)],
])('a program whose cached document is a bomb %s still ends on SIGTERM', async (_, document) => {
  const [dataDir, marketplace] = [newFolder(), await nobody()];
  const stored = openStorage(join(dataDir, 'milepost.sqlite'));
  if (!stored.ok) throw new Error(stored.problem.words);
  const bytes = new TextEncoder().encode(document);
  documentCache(stored.storage, marketplace).write({
    hash: 'bomb',
    fetchedAt: Date.now(),
    requestId: null,
    packed: deflateRawSync(bytes),
  });
  stored.storage.close();

  const start = async () => {
    program = run(HOST, ['--json', '--no-open', '--data-dir', dataDir, '--marketplace', marketplace]);
    const { url } = JSON.parse(await program.firstLine) as { url: string };
    return { ...program, url };
  };
  const opening = await start();
  opening.child.kill('SIGTERM');
  expect(await opening.finished).toMatchObject({ code: 0, signal: null, stderr: '' });

  // A start that was killed is followed by one that opens nothing, and ends as well.
  const killed = await start();
  killed.child.kill('SIGKILL');
  await killed.finished;
  writeFileSync(join(dataDir, 'starting'), '');
  const { url, child, finished } = await start();
  expect(await call(url, 'status', 'read')).toMatchObject({
    value: { safeStart: { words: expect.stringContaining('did not end well') } },
  });
  child.kill('SIGTERM');
  expect(await finished).toMatchObject({ code: 0, signal: null, stderr: '' });
});
