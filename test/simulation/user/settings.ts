import { SENT_PIECE } from '#shared/contract/program/backup.ts';
import { type Acts, PROVIDER, pause, searchOf, type User } from './user.ts';

/** Roles without which nothing can be bought or settled. */
const NEEDED = ['quote', 'call', 'callStatus', 'callList', 'cancel'];

/** Binds by hand what no rule binds, with the members that Milepost suggests. */
export async function bindByHand({ app, machine, service }: User): Promise<unknown> {
  const { marketplace } = app.handlers;
  const { roles } = await marketplace.bindings(undefined);
  const before = machine.confirms;
  machine.confirms = true;
  try {
    for (const { role, bound } of roles) {
      if (bound !== null || !NEEDED.includes(role)) continue;
      const { operations } = await marketplace.operations({ role, find: '' });
      const operationId = service().ids.get(role);
      if (!operations.some((one) => one.operationId === operationId) || operationId === undefined) continue;
      const { map, members: offered } = await marketplace.propose({
        role,
        operationId,
        members: null,
        answer: null,
      });
      // What a user recognises at once with both names side by side.
      const isInput = role === 'quote' && offered.some(({ name }) => name === 'arguments');
      const members = { ...map, ...(isInput && { input: 'arguments' }) };
      await marketplace.bind({ role, operationId, members, answer: null });
    }
  } finally {
    machine.confirms = before;
  }
  return roles;
}

/** The key, the marketplace, the connections, and the data file. */
export const SETTINGS: Acts = {
  'stores a key': async (user) => {
    const key = user.draws.choose('key', 0.6, {
      'of the same account': 'key-A-0000000000000001',
      'another of the same account': 'key-A-0000000000000002',
      'of another account': 'key-B-0000000000000003',
    });
    user.machine.clipboard = key;
    return user.app.handlers.key.storeFromClipboard(undefined);
  },
  'removes the key': ({ app }) => Promise.resolve(app.handlers.key.forget(undefined)),
  'connects in a browser': async ({ app, oracle }) => {
    const { oauth } = app.handlers;
    await oauth.refresh(undefined);
    oracle.acted();
    await oauth.connect({ scopes: ['market_tools:call'] });
    await pause(12_000);
    return (await oauth.read(undefined)).connecting.state;
  },
  'gives up connecting': ({ app }) => Promise.resolve(app.handlers.oauth.cancel(undefined)),
  'opens the tool connection': async ({ app, draws }) => {
    const { mcp } = app.handlers;
    const readonly = draws.choose('tool connection', 0.3, { 'read-only': true, 'of all tools': false });
    await mcp.connect({ readonly });
    return mcp.chooseForReads({ use: true });
  },
  'tries a tool': async ({ app }) => {
    const { mcp } = app.handlers;
    const [tool] = (await mcp.read(undefined)).tools.filter(({ readOnly }) => readOnly);
    return tool && mcp.tryTool({ name: tool.name, input: {} });
  },
  'closes the tool connection': ({ app }) => Promise.resolve(app.handlers.mcp.disconnect(undefined)),
  'changes the marketplace': async (user) => {
    const address = user.draws.choose('marketplace', 0.5, {
      'the first': user.origins[0] ?? '',
      'the second': user.origins[1] ?? '',
    });
    await user.app.handlers.settings.setMarketplace({ address });
    user.moved(address);
  },
  'fetches the document again': ({ app }) => Promise.resolve(app.handlers.marketplace.refresh(undefined)),
  'stops waiting': ({ app }) => Promise.resolve(app.handlers.marketplace.cancelWait(undefined)),
  'opens what was held back': ({ app }) => Promise.resolve(app.handlers.marketplace.open(undefined)),
  'looks at the setup': ({ app }) => Promise.resolve(app.handlers.status.setup({ refresh: true })),
  'binds by hand': bindByHand,
  'takes a hand back': async ({ app, draws }) => {
    const { marketplace } = app.handlers;
    const byUser = (await marketplace.bindings(undefined)).roles.filter(({ bound }) => bound?.by === 'user');
    const one = byUser[draws.number('which binding', Math.max(1, byUser.length))];
    return one && marketplace.release({ role: one.role });
  },
  'asks the provider what it demands': ({ app, draws }) =>
    Promise.resolve(app.handlers.marketplace.askProvider({ address: PROVIDER, input: searchOf(draws) })),
  'asks for the sandbox': ({ app }) => Promise.resolve(app.handlers.marketplace.askSandbox(undefined)),
  'says no outside the page': async ({ machine }) => {
    machine.confirms = !machine.confirms;
  },
  'makes a backup': async ({ app, machine }) => {
    const { backup } = app.handlers;
    const { backupId } = await backup.begin(undefined);
    while ((await backup.progress({ backupId })).state === 'making') await pause(50);
    const pieces: Buffer[] = [];
    for (let offset = 0, done = false; !done; ) {
      const piece = await backup.piece({ backupId, offset });
      pieces.push(Buffer.from(piece.data, 'base64'));
      ({ next: offset, done } = piece);
    }
    await backup.end({ backupId });
    machine.backup = Buffer.concat(pieces);
  },
  'restores a backup': async ({ app, machine: { backup } }) => {
    if (backup === null) return null;
    const { restore } = app.handlers;
    const { restoreId } = await restore.begin({ bytes: backup.length });
    for (let offset = 0; offset < backup.length; offset += SENT_PIECE) {
      const data = backup.subarray(offset, offset + SENT_PIECE).toString('base64');
      await restore.send({ restoreId, offset, data });
    }
    await restore.check({ restoreId });
    return restore.merge({ restoreId });
  },
};
