/** `npm run mcpb`: makes the bundle that installs Milepost in an assistant with one click: `dist/milepost.mcpb`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb';
import { build } from 'rolldown';
import description from '../../../package.json' with { type: 'json' };
import { ASSISTANT_TOOLS } from '../../assistant/tools/index.ts';

/** The relay's path in the bundle. */
const RELAY = 'server/index.mjs';

/** The bundle's manifest (MCPB, version 0.3). */
const bundleManifest = (version: string) => ({
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

const root = resolve(import.meta.dirname, '../../..');
const outputPath = resolve(process.argv[2] ?? join(root, 'dist/milepost.mcpb'));

const extensionPath = mkdtempSync(join(tmpdir(), 'milepost-mcpb-'));
try {
  await build({
    input: join(import.meta.dirname, 'bundle-relay.ts'),
    platform: 'node',
    logLevel: 'warn',
    output: { file: join(extensionPath, RELAY), format: 'es', codeSplitting: false },
  });
  writeFileSync(
    join(extensionPath, 'manifest.json'),
    JSON.stringify(bundleManifest(description.version), null, 2),
  );
  mkdirSync(resolve(outputPath, '..'), { recursive: true });
  if (!(await packExtension({ extensionPath, outputPath, silent: true })))
    throw new Error('The bundle could not be packed: its manifest is not as it should be.');
  process.stderr.write(`${outputPath}\n`);
} finally {
  rmSync(extensionPath, { recursive: true, force: true });
}
