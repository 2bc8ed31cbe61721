/** `npm run mcpb`: makes the bundle that installs Milepost in an assistant with one click: `dist/milepost.mcpb`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb';
import { build } from 'rolldown';
import description from '../../../package.json' with { type: 'json' };
import { bundleManifest, RELAY } from './bundle-manifest.ts';

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
