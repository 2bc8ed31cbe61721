import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { Status } from '#shared/contract/status.ts';
import { plural } from '#shared/formats.ts';
import type { DatabaseConnection } from '../storage/open.ts';
import { forgetSetAside, rowsSetAside } from '../storage/set-aside.ts';
import type { StorageTrouble } from '../storage/storage-trouble.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';

type DataProblem = NonNullable<Status['dataProblems']>[number];

/** What a setting is called on the screen; first match by name or its beginning. */
const NAMES: readonly (readonly [string, string])[] = [
  ['limits', 'your limits: nothing is bought until you set them again'],
  ['approvals', 'which approvals you confirm twice: every one now'],
  ['marketplace.address', 'the address of your marketplace: the demo is open instead'],
  ['allowed.origins', 'which addresses you allowed'],
  ['key:', 'whose key is stored'],
  ['bindings.', 'how requests were mapped by hand'],
  ['mcp.', 'how the marketplace is reached over MCP'],
  ['preferences', 'appearance, formats and home airports'],
  ['views.', 'saved views'],
  ['mileValues', 'what a mile is worth to you'],
  ['assistants', 'whether assistants may read: they may not'],
  ['updates.', 'when updates are looked for: never by themselves now'],
];

const nameOf = (setting: string): string =>
  NAMES.find(([start]) => setting.startsWith(start))?.[1] ?? `the setting “${setting}”`;

const PATH = '/settings/backup/damaged';

/** What of the data file could not be read, and the way on. */
export function storedData(
  db: DatabaseConnection,
  settings: StoredSettings,
  publish: Publish,
  trouble: Pick<StorageTrouble, 'problem'>,
) {
  return {
    problems(): DataProblem[] {
      const unread = settings.unread();
      const rows = rowsSetAside(db).length;
      const problem = trouble.problem();
      return [
        ...(problem === null
          ? []
          : [
              {
                words: `${problem.words} What is stored is shown; what is new is not saved. Open purchases wait.`,
                path: '/purchases',
                action: 'Open Purchases',
              },
            ]),
        ...(unread.length === 0
          ? []
          : [
              {
                words: `Stored, but could not be read: ${unread.map(nameOf).join('; ')}. Nothing was changed; setting it again replaces it.`,
                path: unread.includes('limits') ? '/settings/spending' : PATH,
                action: 'Open Settings',
              },
            ]),
        ...(rows === 0
          ? []
          : [
              {
                words: `${plural(rows, 'entry', 'entries')} of the data file could not be read and ${rows === 1 ? 'was' : 'were'} set aside as stored. Everything else is here.`,
                path: PATH,
                action: 'Show and save',
              },
            ]),
      ];
    },
    handlers: {
      damaged: () => ({
        settings: settings.unread().map(nameOf),
        rows: rowsSetAside(db).map(({ id, foundAt, called, content }) => ({
          id,
          foundAt,
          called,
          readable: readableOf(content),
          content,
        })),
      }),
      forgetDamaged: ({ last }) => {
        forgetSetAside(db, last);
        publish('changed', { topics: ['status', 'settings'] });
        return undefined;
      },
    } satisfies Pick<ContractHandlers['settings'], 'damaged' | 'forgetDamaged'>,
  };
}

const MAX_VALUE = 80;

/** The values of a row that say something to a reader, in one line. */
function readableOf(content: string): string {
  const row = JSON.parse(content) as Record<string, unknown>;
  return Object.entries(row)
    .filter(([name, value]) => typeof value === 'string' && value !== '' && !/(?:^|_)id$/u.test(name))
    .map(([, value]) => String(value).slice(0, MAX_VALUE))
    .join(' · ');
}
