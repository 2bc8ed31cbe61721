/** Every request of the contract, with what a page could send: none does what needs a user gesture. */
import { readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { everyRequest } from '../../../electron/hosts/channels.ts';
import { shownOf } from '../../support/product.ts';
import type { Program } from './built-program.ts';
import { inputOf } from './contract-inputs.ts';
import { invoke, open, quitAfterEach } from './opened-program.ts';

quitAfterEach();

const SEARCH = { origin_airport: 'JFK', destination_airport: 'LHR', cabin: 'business' };
const HOSTILE = [
  'https://elsewhere.invalid/',
  'http://127.0.0.1:9/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '../../../../../../tmp/milepost-outside',
  '__proto__',
  'aek_\u202e\u0000\ud800',
  'POST /account/top-up',
  'x'.repeat(20_000),
];

/** The input with its texts replaced by `write`, which receives the name of each. */
function withTexts(input: unknown, write: (text: string, name: string) => unknown, name = ''): unknown {
  if (typeof input === 'string') return write(input, name);
  if (Array.isArray(input)) return input.map((each) => withTexts(each, write, name));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([each, value]) => [each, withTexts(value, write, each)]),
  );
}

/** References of the embedded marketplace that make an input executable; empty where there is none. */
async function realReferences(program: Program) {
  const { tools } = (await invoke(program, 'awards', 'tools', { refresh: true })) as {
    tools: { tool: { toolRef: string } }[];
  };
  const toolRef = tools[0]?.tool.toolRef ?? '';
  const quoted = (await invoke(program, 'purchases', 'quote', { toolRef, input: SEARCH })) as Purchase;
  const { quoteRef, toolVersion, inputDigest } = shownOf(quoted);
  const { purchaseId } = quoted;
  const { operations } = (await invoke(program, 'marketplace', 'operations', {
    role: 'quote',
    find: '',
  })) as { operations: { operationId: string }[] };
  return {
    members: { purchaseId, after: purchaseId, toolRef, quoteRef, toolVersion, inputDigest },
    operations,
  };
}

it.each<[string, readonly string[], readonly string[]]>([
  [
    'with what is on the embedded marketplace',
    [],
    [
      'Buy this?',
      'Let Milepost spend by itself?',
      'Bind an operation by hand?',
      'Let assistants read what is stored?',
    ],
  ],
  [
    'at an address of the user’s',
    ['--marketplace', 'http://127.0.0.1:7'],
    [
      'Use https://elsewhere.invalid as your marketplace?',
      'Store what you copied last as the key for http://127.0.0.1:7?',
    ],
  ],
])(
  'no request buys, binds, moves the key, opens, saves or reads what was copied without an act of the user’s, %s',
  async (_, args, questions) => {
    const program = await open(args);
    program.receive({ kind: 'clipboard', text: 'a password' });
    const read = vi.spyOn(program.electron.clipboard, 'readText');
    const { members, operations } =
      args.length === 0 ? await realReferences(program) : { members: {}, operations: [] };
    const real: Record<string, unknown> = members;

    // Lowering limits needs no confirmation.
    await invoke(program, 'settings', 'setLimits', inputOf('settings', 'setLimits'));

    /** What only the user may change, as the program itself reads it. */
    const standing = async () => {
      const { marketplaceAddress, limits } = (await invoke(program, 'settings', 'read')) as Record<
        string,
        unknown
      >;
      const { roles } = (await invoke(program, 'marketplace', 'bindings')) as { roles: unknown };
      const { items } = (await invoke(program, 'purchases', 'list', {})) as { items: Purchase[] };
      return {
        marketplaceAddress,
        limits,
        roles,
        bought: items.filter(
          ({ state }) => !['quoted', 'discarded', 'expired', 'quote_refused'].includes(state),
        ),
        grants: await invoke(program, 'purchases', 'grants'),
        batches: await invoke(program, 'purchases', 'batches', {}),
        key: await invoke(program, 'key', 'status'),
        assistants: await invoke(program, 'assistants', 'access'),
      };
    };
    const before = await standing();
    const beside = readdirSync(process.cwd());

    const broken: string[] = [];
    for (const [nth, { group, name }] of everyRequest.entries()) {
      // Each request receives the first and a third of the others; all of them with `--all`.
      const hostileTexts = HOSTILE.filter((_, n) => n === 0 || (n + nth) % propertyRuns(3, 1) === 0);
      const plain = inputOf(group, name);
      const inputs = [
        plain,
        withTexts(plain, (text, at) => real[at] ?? text),
        ...operations.map(({ operationId }) =>
          withTexts(plain, (text, at) => (at === 'operationId' ? operationId : text)),
        ),
        ...hostileTexts.map((hostile) => withTexts(plain, () => hostile)),
        ...hostileTexts.map((hostile) =>
          withTexts(plain, (text, at) => real[at] ?? (at === 'role' ? text : hostile)),
        ),
      ];
      for (const input of new Set(inputs.map((each) => JSON.stringify(each) ?? '')))
        try {
          await invoke(program, group, name, input === '' ? undefined : JSON.parse(input));
        } catch (error) {
          if (!(error instanceof ContractFailure)) throw error;
          const { code } = error.failure;
          if (['internal', 'invalid_output'].includes(code)) broken.push(`${group}.${name} ${code} ${input}`);
        }
    }

    expect(broken).toEqual([]);
    expect(await standing()).toEqual(before);
    // The inputs were valid enough to get this far.
    expect(program.wanted('question').map(({ message }) => message)).toEqual(
      expect.arrayContaining([...questions]),
    );
    expect(program.wanted('external')).toEqual([]);
    expect(program.wanted('file-shown')).toEqual([]);
    expect(program.wanted('relaunch')).toEqual([]);
    expect(read).not.toHaveBeenCalled();
    expect(program.clipboardText()).toBe('a password');
    expect(readdirSync(process.cwd())).toEqual(beside);
    expect(program.exits).toEqual([]);
  },
  240_000,
);
