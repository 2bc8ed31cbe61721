/**
 * The commands of the program, each once: the application's menu and the palette are made from this list. What is done
 * for a command without a path is in the page (renderer/app/commands/run-command.ts); Electron does a few itself
 * (electron/desktop/menu.ts).
 */
export type ProgramCommand = {
  id: string;
  label: string;
  /** Its menu; absent where only the palette has it. */
  menu?: 'file' | 'edit' | 'view' | 'help';
  /** In Electron's form. */
  accelerator?: string;
  /** The keys of the page itself, in both hosts. */
  keys?: string;
  /** The address that it opens; absent where the page or the program has to act. */
  to?: string;
  /** Whether a line separates it from the item above. */
  begins?: true;
};

const LIST = [
  { id: 'new-window', label: 'New window', menu: 'file', accelerator: 'CmdOrCtrl+N' },
  { id: 'new-search', label: 'New search', menu: 'file', accelerator: 'CmdOrCtrl+Shift+N' },
  { id: 'open-trip', label: 'Open trip…', menu: 'file', accelerator: 'CmdOrCtrl+O', to: '/trips' },
  { id: 'import', label: 'Import…', menu: 'file', begins: true },
  { id: 'export', label: 'Export…', menu: 'file', accelerator: 'CmdOrCtrl+E' },
  { id: 'print', label: 'Print…', menu: 'file', accelerator: 'CmdOrCtrl+P' },
  { id: 'back-up', label: 'Back up…', menu: 'file', to: '/settings/backup', begins: true },
  { id: 'restore', label: 'Restore…', menu: 'file', to: '/settings/backup/restore' },
  { id: 'find', label: 'Find in page', menu: 'edit', accelerator: 'CmdOrCtrl+F', begins: true },
  { id: 'commands', label: 'Commands', menu: 'view', accelerator: 'CmdOrCtrl+K', begins: true },
  { id: 'copy-link', label: 'Copy link to this screen', menu: 'edit' },
  { id: 'swap', label: 'Swap directions' },
  { id: 'refresh', label: 'Refresh searches', to: '/watchlist' },
  { id: 'limits', label: 'Change limits', to: '/settings/spending' },
  { id: 'key', label: 'Store a key', to: '/settings/marketplace/key' },
  { id: 'catalogue', label: 'Read the catalogue' },
  { id: 'first-steps', label: 'First steps', menu: 'help', to: '/settings/marketplace/readiness' },
  { id: 'shortcuts', label: 'Shortcuts', menu: 'help', keys: '?' },
  { id: 'what-is-new', label: 'What is new', menu: 'help' },
  { id: 'report', label: 'Report a problem…', menu: 'help', begins: true },
  { id: 'show-log', label: 'Show log', menu: 'help' },
  { id: 'licences', label: 'Licences', menu: 'help', to: '/settings/about/licences', begins: true },
] as const satisfies readonly ProgramCommand[];

export type CommandId = (typeof LIST)[number]['id'];
/** What the page does itself: all but what opens an address. */
export type ActingCommandId = Exclude<CommandId, Extract<(typeof LIST)[number], { to: string }>['id']>;

export const COMMANDS: readonly (ProgramCommand & { id: CommandId })[] = LIST;
export const COMMAND_IDS = LIST.map(({ id }) => id) as [CommandId, ...CommandId[]];
