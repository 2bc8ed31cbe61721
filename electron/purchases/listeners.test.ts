import { expect, it } from 'vitest';
import {
  approvePurchase,
  desk,
  eachInItsFolder,
  open,
  quotePurchase,
  service,
  show,
} from './testing/one-purchase.ts';
import { answered, completedCall, settled, usd } from './testing/purchase-desk.ts';

eachInItsFolder();

const broken = (thrown: unknown) => (): never => {
  throw thrown;
};

it.each([
  ['an Error', new TypeError('Object has been destroyed')],
  ['a text', 'gone'],
  ['nothing', undefined],
])('a page or a notice that throws %s keeps no order from being sent and settled', async (_what, thrown) => {
  let isBroken = false;
  const overcharged = {
    ...completedCall('c'),
    usage: { chargeState: 'paid', amount: usd(9_000_000) },
  };
  open(service({ call: () => answered(overcharged) }), {
    publishChange: () => (isBroken ? broken(thrown)() : undefined),
    notifyCharge: broken(thrown),
  });
  const quoted = await quotePurchase();
  isBroken = true;
  expect((await approvePurchase(quoted)).state).not.toBe('quoted');
  await settled();
  expect(desk.calls()).toHaveLength(1);
  expect((await show(quoted)).state).toBe('completed');
  expect(await desk.purchases.handlers.alarms(undefined)).toHaveLength(1);
});
