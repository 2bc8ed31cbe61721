import { ASSISTANT_TOOLS } from '../../assistant/tools/index.ts';

/** The relay's path in the bundle. */
export const RELAY = 'server/index.mjs';

/** The bundle's manifest (MCPB, version 0.3). */
export const bundleManifest = (version: string) => ({
  manifest_version: '0.3',
  name: 'milepost',
  display_name: 'Milepost',
  version,
  description: 'Reads the award searches that Milepost has stored on this machine. It cannot buy anything.',
  long_description:
    'Ask about award space that you have already searched: prices, history, changes, trips and spending, each with its age and what it covers. Milepost must be installed, with Settings, Assistants turned on. A search that an assistant proposes waits in Milepost for your own approval.',
  author: { name: 'The Milepost founders' },
  license: 'MIT',
  keywords: ['award', 'flights', 'miles'],
  server: {
    type: 'node',
    entry_point: RELAY,
    mcp_config: {
      command: 'node',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders of the installer
      args: ['${__dirname}/server/index.mjs', '--data-dir', '${user_config.data_folder}'],
      env: {},
    },
  },
  tools: ASSISTANT_TOOLS.map(({ name, title }) => ({ name, description: `${title}.` })),
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.0.0' } },
  user_config: {
    data_folder: {
      type: 'directory',
      title: 'Data folder',
      description: 'Leave it empty for the usual one.',
      required: false,
      default: '',
    },
  },
});
