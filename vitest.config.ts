import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** `expect.poll` waits this long on a busy machine, and returns as soon as the expectation holds. */
const expect = { poll: { timeout: 20_000 }, requireAssertions: true };
const setupFiles = ['test/property-seed.ts'];

/** The program's threads and processes run from the build. */
const builtThreads = {
  resolve: {
    alias: [
      {
        find: /^.*\/threads\/worker-file\.ts$/u,
        replacement: join(import.meta.dirname, 'test/support/built-files.ts'),
      },
    ],
  },
};
const integration = {
  expect,
  testTimeout: 120_000,
  hookTimeout: 60_000,
  // Many tests wait without using a processor. (A percentage cannot exceed 100.)
  maxWorkers: 2 * availableParallelism(),
};

/** Unit and property tests run from source. Integration tests use the built threads and processes, and some the built bundles. */
export default defineConfig({
  test: {
    globalSetup: 'test/passing-files.ts',
    // By default Vitest leaves one processor idle: half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          expect,
          setupFiles,
          include: ['{electron,renderer,shared}/**/*.test.{ts,tsx}', 'test/*.test.ts'],
          exclude: ['**/*.property.test.ts'],
          // Generous for a busy machine.
          testTimeout: 120_000,
          // Isolation would load the same modules 250 times: 40 of 90 s of processor time.
          isolate: false,
          // It imports files without extensions, which only a bundler resolves.
          server: { deps: { inline: [/@rjsf\//] } },
        },
      },
      {
        test: {
          name: 'property',
          expect,
          setupFiles,
          include: ['{electron,renderer,shared,test}/**/*.property.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        ...builtThreads,
        test: {
          ...integration,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: ['**/*.property.test.ts', '**/*.long.test.ts'],
          // Isolation would load the whole program 80 times: 60 of 380 s.
          isolate: false,
        },
      },
      {
        ...builtThreads,
        // `npm test -- --all` runs these: they pack programs, kill them, or read documents of 18 MB.
        test: { ...integration, name: 'long', include: ['test/integration/**/*.long.test.ts'] },
      },
    ],
  },
});
