import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const tests = (process.env.MILEPOST_MUTATION_TESTS ?? '').split('\n');

/** The tests of one module as one project: Stryker starts them for every fault. */
export default defineConfig({
  resolve: {
    alias: [
      // Tests of the whole program run its threads and processes from the build, which has no faults.
      {
        find: /^.*\/threads\/worker-file\.ts$/u,
        replacement: join(import.meta.dirname, '../support/built-files.ts'),
      },
    ],
  },
  test: {
    globalSetup: 'test/passing-files.ts',
    setupFiles: ['test/property-seed.ts', 'test/mutation/first-failure.ts'],
    include: tests.map((name) => (name.endsWith('.ts') ? name : `${name}/**/*.test.{ts,tsx}`)),
    exclude: ['**/node_modules/**', '**/*.long.test.ts'],
    // A fault is found by what a test expects, never by how busy the machine is.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 60_000 } },
    isolate: false,
    server: { deps: { inline: [/@rjsf\//] } },
  },
});
