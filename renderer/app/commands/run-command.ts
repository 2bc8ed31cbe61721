import { navigate } from 'wouter/use-browser-location';
import { type ActingCommandId, COMMANDS, type CommandId } from '#shared/commands.ts';
import { linkTo } from '#shared/milepost-link.ts';
import { queryClient } from '../../api/query-client.ts';
import { changeForm, clearForm, readForm } from '../../search/form-store.ts';
import { showLog } from '../../status/show-log.ts';
import { copyText } from '../../ui/copy-text.ts';
import { announce } from '../../ui/status-messages.ts';
import { openPalette } from '../palette-store.ts';
import { openDialog } from './opened-dialog.ts';

/** Presses a key for the open screen; true if the screen does this itself. */
function pressed(key: string): boolean {
  const event = new KeyboardEvent('keydown', {
    key,
    code: `Key${key.toUpperCase()}`,
    ctrlKey: true,
    bubbles: true,
    cancelable: true,
  });
  return !document.documentElement.dispatchEvent(event);
}

const ACTS: Readonly<Record<ActingCommandId, () => void>> = {
  // The program's own window, or the browser's tab, shows it as after Ctrl and a click.
  'new-window': () => void window.open('/'),
  'new-search': () => {
    clearForm();
    navigate('/');
  },
  import: () => openDialog('import'),
  export: () => {
    if (!pressed('e')) announce('This screen has nothing to export.');
  },
  print: () => {
    if (!pressed('p')) window.print();
  },
  find: () => {
    if (!pressed('f')) openDialog('find');
  },
  commands: openPalette,
  'copy-link': async () => {
    const copied = await copyText(linkTo(`${location.pathname}${location.search}`));
    announce(copied ? 'A link to this screen is on the clipboard.' : 'The clipboard cannot be used here.');
  },
  swap: () => {
    const { origins, destinations } = readForm();
    changeForm({ origins: destinations, destinations: origins });
    navigate('/');
  },
  catalogue: () => {
    navigate('/catalogue');
    void queryClient.refetchQueries({ queryKey: ['marketplace', 'read'] });
  },
  shortcuts: () => openDialog('shortcuts'),
  'what-is-new': () => openDialog('what-is-new'),
  report: () => openDialog('report'),
  'show-log': () => void showLog(),
};

/** Runs a command of the menu or the palette. */
export function runCommand(id: CommandId): void {
  const path = COMMANDS.find((command) => command.id === id)?.to;
  if (path === undefined) ACTS[id as ActingCommandId]();
  else navigate(path);
}
