/**
 * The modules of the program, in layers from the bottom up. A module may import modules of lower layers, but none of
 * its own layer or above; within a module, files import each other freely. A folder in no row belongs to no module,
 * which fails: whoever adds a folder decides its layer.
 */
export const LAYERS: readonly (readonly string[])[] = [
  // The vocabulary of both processes.
  ['shared'],
  ['shared/facts'],
  ['shared/places'],
  ['shared/award-search', 'shared/purchase', 'shared/catalogue'],
  ['shared/award-analysis', 'shared/booking', 'shared/insights', 'shared/record-kinds', 'shared/wallet'],
  ['shared/planning'],
  ['shared/contract'],
  ['shared/records', 'shared/trips'],

  // The main process: storage and the network at the bottom, then the features side by side, and the application on
  // top.
  ['electron/storage/migrations/0001-schema'],
  ['electron/storage/migrations'],
  ['electron/threads'],
  ['electron/storage', 'electron/log'],
  ['electron/storage/reader-thread', 'electron/marketplace/answers'],
  ['electron/marketplace/service'],
  // It knows only what each feature declares, so it is below all of them.
  ['electron/backup'],
  ['electron/marketplace/sockets', 'electron/marketplace/waits'],
  ['electron/marketplace/http'],
  ['electron/marketplace/openapi'],
  ['electron/marketplace/outside'],
  ['electron/marketplace'],
  ['electron/marketplace/mcp', 'electron/marketplace/oauth'],
  ['electron/outputs'],
  ['electron/purchases/journal'],
  ['electron/purchases/quoting'],
  ['electron/purchases/ordering'],
  ['electron/purchases/approvals', 'electron/purchases/accounts'],
  ['electron/purchases/merge'],
  ['electron/awards/coverage', 'electron/awards/itineraries'],
  ['electron/awards/record'],
  ['electron/awards/query'],
  ['electron/awards/views', 'electron/awards/insights'],
  ['electron/awards/planning', 'electron/awards/watch', 'electron/awards/merge'],
  ['electron/places'],
  ['electron/facts'],
  [
    'electron/activity',
    'electron/annotations',
    'electron/assistant',
    'electron/awards',
    'electron/booking',
    'electron/catalogue',
    'electron/channels',
    'electron/export',
    'electron/files',
    'electron/key',
    'electron/planning',
    'electron/purchases',
    'electron/settings',
    'electron/setup',
    'electron/trips',
    'electron/updates',
    'electron/views',
    'electron/wallet',
    'electron/watchlist',
  ],
  ['electron/demo-marketplace'],
  ['electron/app'],
  ['electron/hosts'],
  ['electron/desktop'],
  ['electron', 'electron/commands'],

  // The renderer: parts that know nothing of awards, what several screens share, the screens, the frame around them.
  ['renderer/api'],
  ['renderer/ui'],
  ['renderer/ui/forms', 'renderer/ui/keys'],
  ['renderer/money', 'renderer/status'],
  ['renderer/addresses'],
  ['renderer/records'],
  [
    'renderer/places',
    'renderer/views',
    'renderer/export',
    'renderer/outputs',
    'renderer/tools',
    'renderer/insights',
  ],
  ['renderer/quote'],
  ['renderer/booking', 'renderer/permissions', 'renderer/tool-use'],
  [
    'renderer/activity',
    'renderer/catalogue',
    'renderer/compare',
    'renderer/purchases',
    'renderer/results',
    'renderer/search',
    'renderer/settings',
    'renderer/trips',
    'renderer/wallet',
    'renderer/watchlist',
  ],
  ['renderer/app'],
];

/** Folders that only group the files of their module. */
export const INSIDE: readonly string[] = [
  'electron/app/assistants',
  'electron/assistant/tools',
  'electron/commands/building',
  'electron/commands/mcp',
  'electron/commands/release',
  'electron/commands/watching',
  'electron/demo-marketplace/award-space',
  'electron/demo-marketplace/catalogue',
  'electron/demo-marketplace/http',
  'electron/demo-marketplace/mcp',
  'electron/demo-marketplace/oauth',
  'electron/demo-marketplace/purchases',
  'electron/demo-marketplace/schemas',
  'electron/demo-marketplace/tools',
  'renderer/app/commands',
  'renderer/compare/columns',
  'renderer/compare/runs',
  'renderer/compare/share',
  'renderer/compare/worth',
  'renderer/quote/batches',
  'renderer/records/mile-values',
  'renderer/records/wallet',
  'renderer/results/calendar',
  'renderer/results/charts',
  'renderer/results/filters',
  'renderer/results/map',
  'renderer/results/marks',
  'renderer/results/saved',
  'renderer/results/table',
  'renderer/search/fields',
  'renderer/search/templates',
  'renderer/settings/assistants',
  'renderer/settings/backup',
  'renderer/settings/connections',
  'renderer/settings/general',
  'renderer/settings/watching',
  'renderer/trips/plans',
  'shared/contract/program',
];

/** Packages that only part of the program may use: everything below `within`, except what `except` names. */
export const PACKAGES: readonly PackageRule[] = [
  {
    within: 'shared/',
    except: [],
    packages: /^(node:|electron$|electron\/|better-sqlite3$|@napi-rs\/keyring|react)/u,
    why: 'shared runs in both processes',
  },
  {
    within: 'renderer/',
    except: [],
    packages: /^(node:|electron$|electron\/|better-sqlite3$|@napi-rs\/keyring)/u,
    why: 'the renderer reaches the main process over the contract and nothing else',
  },
  {
    within: 'electron/',
    except: [
      'electron/main.ts',
      'electron/preload.ts',
      'electron/window.ts',
      'electron/desktop/',
      'electron/hosts/ipc-host.ts',
    ],
    packages: /^electron($|\/)/u,
    why: "only Electron's entry files know Electron",
  },
  {
    within: 'electron/',
    except: ['electron/key/'],
    packages: /^@napi-rs\/keyring/u,
    why: 'only the key store opens the keychain',
  },
  {
    within: 'electron/',
    except: [
      'electron/storage/',
      'electron/backup/',
      'electron/demo-marketplace/',
      'electron/hosts/single-instance.ts',
    ],
    packages: /^better-sqlite3$/u,
    why: 'storage opens data files',
  },
];

/** Code patterns that only certain files may use. */
export const ONLY_IN: readonly OnlyIn[] = [
  {
    words: /\bIntl\.|\.toLocale(?:Date|Time)?String\(/u,
    // The embedded marketplace states the time of other zones, as a service would: its texts are not Milepost's.
    files: ['shared/formats.ts', 'electron/demo-marketplace/'],
    why: 'shared/formats.ts writes numbers, dates and names',
  },
  {
    // A word that is only sometimes put before or after the rest of its sentence, a plural ending, a list.
    words:
      /&& '[A-Za-z][^'\n]* '\}|\? (['"`])[ ,:;(][^'"`\n]*\1 : ''\}|\? '' : [`'](?:[ ,:;(]|s')|\.join\(' (?:and|or) '\)/u,
    // Descriptions of a schema are not sentences, nor is a free name.
    files: [
      'electron/',
      'renderer/catalogue/schema-rows.ts',
      'renderer/ui/forms/free-name.ts',
      'shared/award-search/schema-differences.ts',
    ],
    why: 'a sentence is whole in each of its forms, for a catalogue of messages to take over',
  },
];

/** Words that no file, export, member or local may be named with, each with its replacement. */
export const RETIRED: Readonly<Record<string, string>> = {
  arrived: 'a raw response',
  asked: 'a run, or requested',
  asking: 'a run',
  askings: 'runs',
  believable: 'valid',
  folds: 'collapsed groups',
  foresee: 'prefetch',
  foresight: 'prefetch',
  gone: 'removed',
  ground: 'an account context, or an overlap',
  kept: 'cached, saved or stored',
  keepsakes: 'user data',
  lasting: 'delayed',
  look: 'a poll, or a refresh',
  looks: 'polls, or refreshes',
  pace: 'back-off',
  person: 'the user',
  room: 'a context, or a module',
  rooms: 'modules',
  shelf: 'a partition, or a key store',
  surprise: 'a reason to stop',
  told: 'mapped, notified, or known',
};

export type RetiredText = { words: RegExp; now: string };

/** Words that the screen no longer uses, even within sentences. */
export const RETIRED_ON_SCREEN: readonly RetiredText[] = [
  { words: /\b(?:asked before|dates of asking|asked once|asking buys)\b/iu, now: 'run, or recent searches' },
  { words: /\b(?:un)?told\b/iu, now: 'known, stated or reported' },
  {
    words: /\b(?:kept|keepsakes?)\b|\bkeep (?:it|changes|note|trip|what)\b/iu,
    now: 'saved, stored or cached',
  },
  { words: /\b(?:is|are|over and) gone\b|\bgone from\b|\bspace (?:has|had) gone\b/iu, now: 'removed' },
  { words: /\ba look every\b|\blooks? (?:again|whether)\b/iu, now: 'refresh, or check' },
  { words: /\b(?:last|since) (?:you last )?looked\b/iu, now: 'your last visit' },
  { words: /\btake off\b/iu, now: 'remove' },
  { words: /\bcount not given\b/iu, now: '–, with the reason on hover' },
  { words: /\bwhole (?:run|one)\b|\bread to (?:its|their) end\b/iu, now: 'complete, or partial' },
  { words: /\b(?:foresight|believable|shel(?:f|ves)|surprised?|persons?)\b/iu, now: 'a plain word' },
];

export type OnlyIn = { words: RegExp; files: readonly string[]; why: string };

export type PackageRule = {
  within: string;
  except: readonly string[];
  packages: RegExp;
  why: string;
};
