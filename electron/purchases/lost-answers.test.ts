import { describe, expect, it } from 'vitest';
import type { Asked } from '../marketplace/answer.ts';
import { approve, desk, eachInItsFolder, failureOf, open, quote, service, show } from './one-purchase.ts';
import { answered, completedCall, failed, PRICE, settled, TOOL } from './scripted-service.ts';

eachInItsFolder();

describe('an answer that does not come', () => {
  const listing =
    (...refs: string[]) =>
    () =>
      answered({
        kind: 'available',
        items: refs.map((callRef) => ({
          callRef,
          toolRef: TOOL,
          state: 'completed',
          createdAt: desk.state.now,
          updatedAt: 1,
        })),
        hasMore: false,
      });
  const status = (callRef: string) => () =>
    answered({
      kind: 'found',
      callRef,
      version: 2,
      toolRef: TOOL,
      state: 'terminal',
      result: completedCall(callRef),
    });

  it('leaves the purchase unknown, and the same request locked', async () => {
    open(service({ call: () => failed({}), callList: listing() }));
    const quoted = await quote();
    await approve(quoted);
    await settled();
    expect(await show(quoted)).toMatchObject({
      state: 'unknown',
      counted: PRICE,
      can: { resume: true, checkAgain: true },
    });
    expect(await failureOf(quote)).toBe('already_open');
  });

  it('is found in the list of Calls and read by its status, without a second Call', async () => {
    open(service({ call: () => failed({}), callList: listing('call-9'), callStatus: status('call-9') }));
    const quoted = await quote();
    await approve(quoted);
    await settled();
    desk.pass(1_000);
    await settled();
    await settled();
    expect(await show(quoted)).toMatchObject({ state: 'completed', callRef: 'call-9' });
    expect(desk.calls()).toHaveLength(1);
    expect(desk.purchases.outputOf(quoted.purchaseId)).toEqual({ data: [] });
  });

  it('is not guessed at where several Calls could be it', async () => {
    open(service({ call: () => failed({}), callList: listing('call-8', 'call-9') }));
    const quoted = await quote();
    await approve(quoted);
    await settled();
    await desk.purchases.handlers.checkAgain({ purchaseId: quoted.purchaseId });
    expect((await show(quoted)).state).toBe('unknown');
  });

  it('is repeated only by the person, as the identical order', async () => {
    open(service({ call: () => failed({}), callList: listing() }));
    const quoted = await quote();
    await approve(quoted);
    await settled();
    desk.pass(10_000_000);
    await settled();
    expect(desk.calls()).toHaveLength(1);
    desk.state.script = service({ call: () => answered(completedCall('call-1')), callList: listing() });
    const resumed = await desk.purchases.handlers.resume({ purchaseId: quoted.purchaseId });
    expect(resumed.state).toBe('completed');
    const [first, second] = desk.calls();
    expect(second?.members).toEqual(first?.members);
  });

  it('counts as refused once the repeated order is refused and the list shows no Call for it', async () => {
    open(service({ call: () => failed({}), callList: listing() }));
    const quoted = await quote();
    await approve(quoted);
    await settled();
    desk.state.script = service({
      call: () => failed({ delivery: 'answered', status: 410, code: 'problem', message: 'Gone.' }),
      callList: listing(),
    });
    const resumed = await desk.purchases.handlers.resume({ purchaseId: quoted.purchaseId });
    expect(resumed).toMatchObject({ state: 'refused', counted: null });
  });

  it.each([
    ['marketplace', { marketplace: 'https://other.example' }],
    ['account', { account: 'other' }],
  ])('is never resumed by another %s', async (_name, change) => {
    open(service({ call: () => failed({}), callList: listing() }));
    const quoted = await quote();
    await approve(quoted);
    await settled();
    desk.state.ground = { ...desk.state.ground, ...change };
    expect(await failureOf(() => desk.purchases.handlers.resume({ purchaseId: quoted.purchaseId }))).toBe(
      'other_ground',
    );
    expect(await failureOf(() => desk.purchases.handlers.checkAgain({ purchaseId: quoted.purchaseId }))).toBe(
      'other_ground',
    );
    expect(desk.calls()).toHaveLength(1);
  });

  it('is looked for after a restart, and what was being sent is not sent again', async () => {
    const never = new Promise<Asked>(() => {});
    open(service({ call: () => never }));
    const quoted = await quote();
    await approve(quoted);
    desk.close();
    open(service({ callList: listing('call-3'), callStatus: status('call-3') }));
    expect((await show(quoted)).state).toBe('unknown');
    desk.purchases.recover();
    await settled();
    await settled();
    expect((await show(quoted)).state).toBe('completed');
    expect(desk.calls()).toHaveLength(0);
  });
});
