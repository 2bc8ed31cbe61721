/** Whatever a service answers, and however large: reading it leaves the main process time for its page. */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { costHere, processorTime } from '#shared/testing/cost-here.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import { createTransport } from '../../../electron/marketplace/http/transport.ts';
import { hiddenSecret } from '../../../electron/marketplace/http/without-secret.ts';
import { heavyAnswers } from '../../../electron/marketplace/outside/heavy-answers.ts';
import { openOutside } from '../../../electron/marketplace/outside/outside.ts';
import { workedHereWithin } from '../../../electron/marketplace/testing/worked-here.ts';
import { createOriginBudgets } from '../../../electron/marketplace/waits/origin-budget.ts';
import { SYSTEM_TIMING } from '../../../electron/marketplace/waits/timing.ts';
import { BUDGET_HERE_MS } from '../../support/time-budget.ts';

const outside = openOutside();
const heavy = heavyAnswers(outside);
afterAll(() => outside.close());

const KEY = 'aek_live/4fQ9z+Kd72mNx0aB=31pWq';
const ORIGIN = 'https://market.example';
/** As large as a paid answer may be. */
const LARGEST = 32 * 1024 * 1024;

const piece = fc.oneof(
  fc.nat(KEY.length).map((length) => KEY.slice(0, length)),
  fc.nat(40).map((length) => Buffer.from(KEY).toString('base64').slice(0, length)),
  fc.constantFrom(
    '[',
    '{"a":',
    '[],',
    '{},',
    '1,',
    '"a":1,',
    '\\\\',
    '\\\\u002f',
    '%2F',
    '&#47;',
    ' ',
    '1 ',
    '/',
    '"',
    '\n',
  ),
);
/** A body that repeats something, within JSON or not. */
const body = fc
  .record({
    pieces: fc.array(piece, { minLength: 1, maxLength: 4 }),
    around: fc.constantFrom(['', ''], ['[', '0]'], ['{"a":"', '"}'], ['[[', '0]]']),
    // As much as may come, or as much as this process still reads itself.
    bytes: fc.constantFrom(LARGEST - 20, 999_980),
  })
  .map(({ pieces, around: [before = '', after = ''], bytes }) => ({
    begins: `${before}${pieces.join('')}`.slice(0, 80),
    bytes: Buffer.concat([
      Buffer.from(before),
      Buffer.alloc(bytes, pieces.join('') || 'a'),
      Buffer.from(after),
    ]),
  }));

async function answered(bytes: Buffer): Promise<void> {
  const transport = createTransport({
    fetch: async () => {
      let at = 0;
      const stream = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= bytes.length) return controller.close();
          controller.enqueue(new Uint8Array(bytes.subarray(at, at + 65_536)));
          at += 65_536;
        },
      });
      return new Response(stream, { headers: { 'content-type': 'application/json' } });
    },
    clock: Date.now,
    budgets: createOriginBudgets(SYSTEM_TIMING),
    origin: ORIGIN,
    keyFor: async () => KEY,
    record: () => {},
    readHeavy: heavy,
  });
  const reply = await transport.send({
    ...{ role: 'call', method: 'POST', url: new URL(`${ORIGIN}/thing`), body: '{}', withKey: true },
    ...{ isRead: false, urgent: true, deadlineMs: 120_000, maximumBytes: LARGEST },
  });
  // Read or refused in words.
  if (!reply.ok) expect(reply.failure.message).not.toBe('');
}

test('a large answer, whatever it repeats, holds the main process no longer than its budget', async () => {
  // Compiled, and the process started, before anything is measured.
  await answered(Buffer.from('[{"a":"\\\\u002f"}]'));
  await outside.run('form', { schema: '{}' });
  await provesInTime(
    0.5,
    [body],
    async ({ bytes, begins }) => {
      const { held } = await workedHereWithin(BUDGET_HERE_MS, () => answered(bytes));
      expect(held, begins).toBeLessThan(BUDGET_HERE_MS);
      return bytes.length > 999_000;
    },
    { numRuns: 8, endOnFailure: true },
  );
}, 300_000);

test('the search of a large answer for the key is made outside the main process', async () => {
  const bytes = Buffer.alloc(LARGEST - 20, '\\\\u002f%2F&#47;');
  const here = costHere(() => hiddenSecret(new Uint8Array(bytes), KEY, true));
  const costOf = async (answer: Buffer): Promise<number> => {
    const before = process.threadCpuUsage();
    await answered(answer);
    return processorTime(before);
  };
  // Beside receiving and handing over as many bytes with nothing to find in them.
  const floor = await costOf(Buffer.alloc(bytes.length, 'a'));
  expect((await costOf(bytes)) - floor).toBeLessThan(here / 4);
}, 300_000);
