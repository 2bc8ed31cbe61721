import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (...path: string[]) => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'));

// npm 10, which comes with Node 20 and 22, compiles a package with a binding.gyp unless the lock itself says not to, and
// `npm install` drops that line: `"gypfile": false` belongs into the entry of each such package.
it('npm ci compiles no addon that is shipped compiled', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, { gypfile?: boolean }> };
  const compiled = Object.keys(packages).filter(
    (path) => path !== '' && existsSync(join(ROOT, path, 'binding.gyp')),
  );
  expect(compiled).toContain('node_modules/better-sqlite3');
  for (const path of compiled)
    expect([path, packages[path]?.gypfile]).toEqual([path, read(path, 'package.json').gypfile]);
});
