import { join } from 'node:path';
import { startControlledMarketplace } from '../support/marketplace/controlled-marketplace.ts';
import { openProduct, quoted, shownOf } from '../support/product.ts';
import { audit, settleAll, startTime } from './audit.ts';
import type { Counts, Finding } from './counts.ts';
import { startLineProcess } from './line-process.ts';
import { dataTemplate } from './template.ts';

/** Approves a quote many times at once, in one and several processes: only one Call may be made. */
export async function race(
  program: string,
  folder: string,
  processes: number,
  counts: Counts,
  report: Finding,
): Promise<void> {
  const demo = await startControlledMarketplace();
  const control = demo.control;
  const marketplace = demo.baseUrl;
  const copy = await dataTemplate(
    join(folder, 'race'),
    marketplace,
    demo.issueKey({ account: 'account:template' }),
  );

  /** Presses `presses` times at once in this process, and in each of `others`; exactly one may be accepted. */
  async function contest(name: string, presses: number, others: number, locked: boolean): Promise<void> {
    const account = `account:${name}`;
    const options = { dataDir: copy(name), marketplace, key: demo.issueKey({ account }) };
    const time = startTime();
    const product = await openProduct({ ...options, clock: time.clock });
    await product.startedUp;
    const purchase = await quoted(product);
    const approval = { purchaseId: purchase.purchaseId, shown: shownOf(purchase) };
    const rivals = Array.from({ length: others }, () =>
      startLineProcess(program, { ...options, approval, presses, locked }),
    );
    try {
      const ready = await Promise.all(rivals.map((rival) => rival.receive<{ ready: boolean }>()));
      const racing = rivals.filter((_rival, index) => ready[index]?.ready);
      if (locked && racing.length !== 1) report(`${racing.length} processes held one data folder`);
      for (const rival of racing) rival.send('go');
      const own = await Promise.allSettled(
        others > 0
          ? []
          : Array.from({ length: presses }, async () => product.handlers.purchases.approve(approval)),
      );
      const heard = await Promise.all(racing.map((rival) => rival.receive<{ approved: number }>()));
      const approved =
        heard.reduce((sum, rival) => sum + rival.approved, 0) +
        own.filter(({ status }) => status === 'fulfilled').length;
      counts['simultaneous approvals'] += presses * Math.max(1, racing.length);
      if (approved !== 1) report(`${name}: ${approved} of the approvals were taken`);
      await settleAll(product, time);
      const books = async () =>
        (await control.books()).calls.filter(({ accountRef }) => accountRef === account);
      const calls = (await books()).length;
      if (calls !== 1) report(`${name}: ${calls} Calls`);
      const orders = await control.seen('tool.call');
      if (others === 0 && orders !== 1) report(`${name}: the order left ${orders} times`);
      await audit(product, books, counts, (words) => report(`${name}: ${words}`));
      await control.reset();
    } finally {
      for (const rival of rivals) rival.child.kill('SIGKILL');
      await product.close();
    }
  }

  try {
    await contest('fifty-at-once', 50, 0, false);
    for (let click = 0; click < 5; click++) await contest(`double-click-${click}`, 2, 0, false);
    await contest('processes-without-lock', 2, processes, false);
    await contest('processes-with-lock', 2, processes, true);
  } finally {
    await demo.close();
  }
}
