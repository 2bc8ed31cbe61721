import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';

const root = resolve(import.meta.dirname, '../..');

/**
 * Bundles the programs that are killed and those that kill them, so that each of a few hundred starts takes a fraction
 * of a second.
 */
export async function bundled(names: readonly string[]): Promise<(name: string) => string> {
  const dir = join(root, 'out/fault');
  rmSync(dir, { recursive: true, force: true });
  await build({
    input: {
      ...Object.fromEntries(names.map((name) => [name, join(import.meta.dirname, `${name}.ts`)])),
      // Without it the program can read no document of the service.
      outside: join(root, 'electron/marketplace/outside/program.ts'),
      'outside-watch': join(root, 'electron/marketplace/outside/watch.ts'),
    },
    platform: 'node',
    external: [/^better-sqlite3$/, /^@napi-rs\/keyring/, /^electron$/, /^node:/, /^open$/],
    output: { dir, format: 'esm', entryFileNames: '[name].js' },
    logLevel: 'silent',
  });
  return (name) => join(dir, `${name}.js`);
}
