import { parseArgs } from 'node:util';
import { dataFolder } from '../../hosts/data-folder.ts';
import { badArguments, type ReadArguments } from '../host-arguments.ts';

export type McpArguments = {
  /** An absolute path. */
  dataDir: string;
  /** Serve an assistant, or turn their access on or off. */
  act: 'serve' | 'turn-on' | 'turn-off';
  yes: boolean;
};

const MCP_USAGE = 'Usage: npm run -s mcp -- [--data-dir DIR] [--turn-on [--yes] | --turn-off]';

/** Parses the arguments of `npm run mcp`; returns a sentence if they are invalid. */
export function readMcpArguments(args: readonly string[]): ReadArguments<McpArguments> {
  const wrong = (words: string) => ({ ok: false, words: `${words} ${MCP_USAGE}` }) as const;
  let values: ReturnType<typeof parse>['values'];
  try {
    values = parse(args).values;
  } catch (error) {
    return wrong(badArguments(error));
  }
  const on = values['turn-on'] === true;
  const off = values['turn-off'] === true;
  if (on && off) return wrong('Turn it on or off, not both.');
  const folder = dataFolder(values['data-dir']);
  if (!folder.ok) return wrong(folder.words);
  return {
    ok: true,
    read: {
      dataDir: folder.dataDir,
      act: on ? 'turn-on' : off ? 'turn-off' : 'serve',
      yes: values.yes === true,
    },
  };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      'data-dir': { type: 'string' },
      'turn-on': { type: 'boolean' },
      'turn-off': { type: 'boolean' },
      yes: { type: 'boolean' },
    },
  });
}
