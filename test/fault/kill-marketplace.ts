import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isUnresolved } from '#shared/purchase/state.ts';
import { type ControlClient, controlClient } from '../support/marketplace/control-client.ts';
import { openProduct, quoted, shownOf, until } from '../support/product.ts';
import { ANSWERS, DROPPED, spread } from './answers.ts';
import { allowFailure, audit, settleAll, startTime } from './audit.ts';
import type { Counts, Finding } from './counts.ts';
import { type LineProcess, startLineProcess } from './line-process.ts';
import { dataTemplate } from './template.ts';

type Running = { process: LineProcess; baseUrl: string; control: ControlClient };
type Listening = { baseUrl: string; control: { url: string } };

/**
 * Kills the marketplace at points of an order's processing, restarts it on its books, lets the same running product
 * settle what is open, and audits the result.
 */
export async function killMarketplace(
  program: string,
  folder: string,
  atMost: number,
  counts: Counts,
  report: Finding,
): Promise<void> {
  const booksFile = join(folder, 'books.sqlite');
  let ports = { port: 0, controlPort: 0 };
  let serial = 0;

  async function start(): Promise<Running> {
    const process = startLineProcess(program, { ...ports, booksFile });
    const { baseUrl, control } = await process.receive<Listening>();
    ports = { port: Number(new URL(baseUrl).port), controlPort: Number(new URL(control.url).port) };
    return { process, baseUrl, control: controlClient(control) };
  }

  let running = await start();
  const copy = await dataTemplate(
    join(folder, 'marketplace-killed'),
    running.baseUrl,
    await running.control.issueKey({ account: 'account:template' }),
  );

  /** Buys once, with the marketplace killed at `at`; returns how many points it passed if it survived. */
  async function once(name: string, at: number | null): Promise<number> {
    const account = `account:shop-${++serial}`;
    await running.control.reset();
    await ANSWERS[name]?.(running.control);
    if (name === DROPPED) counts['faults injected'] += 1;
    const dataDir = copy(`shop-${serial}`);
    const key = await running.control.issueKey({ account });
    const time = startTime();
    const product = await openProduct({ dataDir, marketplace: running.baseUrl, key, clock: time.clock });
    try {
      await product.startedUp;
      const purchase = await quoted(product);
      const approval = { purchaseId: purchase.purchaseId, shown: shownOf(purchase) };
      running.process.send(at === null ? 'arm' : `arm ${at}`);
      await running.process.receive();
      await allowFailure(() => product.handlers.purchases.approve(approval));
      await until(product, async () => {
        const { state } = await product.handlers.purchases.show(approval);
        return !isUnresolved(state) || state === 'unknown' || state === 'pending';
      });
      const { process } = running;
      if (await isResponding(process)) await settleAll(product, time, process.isAlive);
      const points = await pointsOf(process);
      if (points === null) {
        counts['marketplace kill points'] += 1;
        running = await start();
      }
      await settleAll(product, time);
      const books = async () =>
        (await running.control.books()).calls.filter(({ accountRef }) => accountRef === account);
      await audit(product, books, counts, (words) =>
        report(`${name}, marketplace killed at ${at}: ${words}`),
      );
      return points ?? 0;
    } finally {
      await product.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }

  try {
    for (const name of Object.keys(ANSWERS)) {
      const points = await once(name, null);
      for (const at of spread(points, atMost)) await once(name, at);
    }
  } finally {
    running.process.child.kill('SIGKILL');
  }
}

/** Sends a message: a killed process is noticed later than its missing answer. */
const isResponding = async (process: LineProcess): Promise<boolean> => {
  process.send('still there');
  return process.receive().then(
    () => true,
    () => false,
  );
};

/** How many points were passed; null where the process was killed at one of them. */
async function pointsOf(process: LineProcess): Promise<number | null> {
  if (!process.isAlive()) return null;
  process.send('disarm');
  return process.receive<{ points: number }>().then(
    ({ points }) => points,
    () => null,
  );
}
