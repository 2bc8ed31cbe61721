import { expect, it } from 'vitest';
import { ContractFailure, fail } from '#shared/contract/failure.ts';
import { createUserActs, MAX_IN_A_MINUTE } from './user-acts.ts';

const act = { title: 'A search', most: { currency: 'USD', units: '22000', exponent: 6 } };
const codeOf = (work: Promise<void>): Promise<string> =>
  work.then(
    () => 'allowed',
    (error: unknown) => (error instanceof ContractFailure ? error.failure.code : 'thrown'),
  );

function acts(confirm: () => Promise<boolean>, over: Partial<Parameters<typeof createUserActs>[0]> = {}) {
  const world = { now: 0, requested: 0 };
  const { allow } = createUserActs({
    ...over,
    monotonic: () => world.now,
    confirm: () => {
      world.requested += 1;
      return confirm();
    },
  });
  const burst = (count: number) => Promise.all(Array.from({ length: count }, () => codeOf(allow(act))));
  return { world, burst };
}

it('takes single approvals without a question, and refuses what comes faster where nobody can be asked', async () => {
  const { world, burst } = acts(async () => fail('confirmation_unavailable', 'Nobody.'));
  const answers = await burst(45);
  expect(answers.filter((answer) => answer === 'allowed')).toHaveLength(MAX_IN_A_MINUTE);
  expect(new Set(answers.slice(MAX_IN_A_MINUTE))).toEqual(
    new Set(['confirmation_unavailable', 'too_many_approvals']),
  );
  world.now = 59_999;
  expect(await burst(1)).toEqual(['confirmation_unavailable']);
  world.now = 60_000;
  expect(await burst(1)).toEqual(['allowed']);
});

it('asks once about a burst, and a yes is good for as many again', async () => {
  const { world, burst } = acts(async () => true);
  await burst(MAX_IN_A_MINUTE);
  expect(world.requested).toBe(0);
  expect(await burst(3)).toEqual(['allowed', 'too_many_approvals', 'too_many_approvals']);
  expect(await burst(MAX_IN_A_MINUTE - 1)).not.toContain('too_many_approvals');
  expect(world.requested).toBe(1);
  await burst(1);
  expect(world.requested).toBe(2);
});

it('buys nothing after a no, and asks again', async () => {
  const { world, burst } = acts(async () => false);
  await burst(MAX_IN_A_MINUTE);
  expect([await burst(1), await burst(1)]).toEqual([['not_confirmed'], ['not_confirmed']]);
  expect(world.requested).toBe(2);
});

it('asks about what no hand preceded, and once for each act', async () => {
  const acted = [true, false, true];
  const { world, burst } = acts(async () => false, { actedByHand: () => acted.shift() ?? false });
  expect([await burst(1), await burst(1), await burst(1)].flat()).toEqual([
    'allowed',
    'not_confirmed',
    'allowed',
  ]);
  expect(world.requested).toBe(1);
});

it.each([
  [{ ask: 'always' }, [1, 1, 1]],
  [{ ask: 'first' }, [1, 0, 0]],
  [{ ask: 'above', amount: { currency: 'USD', units: '21999', exponent: 6 } }, [1, 1, 1]],
  [{ ask: 'above', amount: { currency: 'USD', units: '22000', exponent: 6 } }, [0, 0, 0]],
  [{ ask: 'above', amount: { currency: 'EUR', units: '22000', exponent: 6 } }, [1, 1, 1]],
  [{ ask: 'burst' }, [0, 0, 0]],
] as const)('by the choice %j asks about three approvals %j times', async (choice, times) => {
  const { world, burst } = acts(async () => true, { approvals: () => choice });
  for (const more of times) {
    const before = world.requested;
    await burst(1);
    expect(world.requested - before).toBe(more);
  }
});

it('still asks about the first of a session where the user said no to it', async () => {
  const { world, burst } = acts(async () => false, { approvals: () => ({ ask: 'first' }) });
  expect([await burst(1), await burst(1)].flat()).toEqual(['not_confirmed', 'not_confirmed']);
  expect(world.requested).toBe(2);
});
