import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { costHere } from '#shared/testing/cost-here.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { openOutputs, textAsItCame } from './outputs.ts';

const CALL = JSON.stringify({ kind: 'completed', callRef: 'c', output: { data: [{ ID: 'a' }] } });

it.each([
  ['as it is', CALL],
  ['with a byte-order mark', `\ufeff${CALL}`],
])(
  'an answer that could be read when it came can be read when it is stored, and proved: %s',
  async (_how, text) => {
    const storage = emptyDataFile();
    storage.db.pragma('foreign_keys = OFF');
    const outputs = openOutputs(storage);
    outputs.store('p', 'call', { bytes: Buffer.from(text), receivedAt: 1 }, ['output']);
    expect(outputs.outputOf('p')).toEqual({ data: [{ ID: 'a' }] });
    expect(Buffer.from(outputs.bytesOf('p')?.bytes ?? []).toString()).toBe(text);
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(await outputs.evidenceOf('p')).toMatchObject({
      via: 'call',
      sha256,
      bytes: Buffer.byteLength(text),
    });
    storage.close();
  },
);

it('a part of an output is told letter by letter, wherever the answer holds it', () => {
  const row = '{"ID":"a","miles": 1.0,"miles":2e0 }';
  const storage = emptyDataFile();
  storage.db.pragma('foreign_keys = OFF');
  const outputs = openOutputs(storage);
  const text = `\ufeff{"kind":"completed","output":{"data":[{"ID":"b"}, ${row}]}}`;
  outputs.store('p', 'call', { bytes: Buffer.from(text), receivedAt: 1 }, ['output']);
  const output = outputs.outputOf('p') as { data: unknown[] };
  expect(textAsItCame(output, output.data, 1)).toBe(row);
  expect(outputs.textOf('p')).toBe(`{"data":[{"ID":"b"}, ${row}]}`);
  expect(textAsItCame(output, {}, 1)).toBeNull();
  storage.close();
});

it('what a large answer holds is told item by item in one search of it', () => {
  const storage = emptyDataFile();
  storage.db.pragma('foreign_keys = OFF');
  const outputs = openOutputs(storage);
  const rows = Array.from({ length: 5_000 }, (_, id) => `{"ID":"${id}","note":"${'x'.repeat(300)}"}`);
  outputs.store('p', 'call', { bytes: Buffer.from(`{"data":[${rows}]}`), receivedAt: 1 }, []);
  const output = outputs.outputOf('p') as { data: unknown[] };
  const cost = costHere(() =>
    expect(rows.map((_, place) => textAsItCame(output, output.data, place))).toEqual(rows),
  );
  // Searched for each of them, it takes half a minute.
  expect(cost).toBeLessThan(2_000);
  storage.close();
});

it.each([
  ['no packed bytes at all', Buffer.from('anything')],
  ['packed bytes that break off', brotliCompressSync(CALL).subarray(0, -4)],
])('an answer that a backup brought damaged is refused in words: %s', async (_what, bytes) => {
  const storage = emptyDataFile();
  storage.db.pragma('foreign_keys = OFF');
  storage.db
    .prepare(
      "INSERT INTO outputs (purchase_id, via, received_at, output_at, bytes) VALUES ('p', 'call', 1, '[]', ?)",
    )
    .run(bytes);
  const outputs = openOutputs(storage);
  for (const read of [() => outputs.textOf('p'), () => outputs.outputOf('p'), () => outputs.evidenceOf('p')])
    await expect(async () => read()).rejects.toMatchObject({ failure: { code: 'output_unreadable' } });
  storage.close();
});

it.each(['{"a":"', '{"a"', '[1,', '{"output":{"data":[', '"', ''])(
  'an answer that is no JSON, as only a backup brings one, is told to its end: %j',
  (text) => {
    const storage = emptyDataFile();
    storage.db.pragma('foreign_keys = OFF');
    const outputs = openOutputs(storage);
    outputs.store('p', 'call', { bytes: Buffer.from(text), receivedAt: 1 }, ['output']);
    expect(['null', text, '{"data":[']).toContain(outputs.textOf('p'));
    storage.close();
  },
);
