import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** How long `expect.poll` waits for what is expected: on a busy machine a second is nothing, and what holds ends it at once. */
const expect = { poll: { timeout: 20_000 } };

/** Unit and property tests run from source; integration tests use the built threads, and the built bundles where they name them. */
export default defineConfig({
  test: {
    globalSetup: 'test/passing-files.ts',
    // Vitest leaves one processor idle by itself; of two that is half of the machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          expect,
          include: ['{electron,renderer,shared}/**/*.test.{ts,tsx}', 'test/architecture.test.ts'],
          exclude: ['**/*.property.test.ts'],
          // A busy machine is slow; a test that hangs still ends.
          testTimeout: 30_000,
          // A module graph for each file would load the same modules 250 times: 40 of 90 s of processor time.
          isolate: false,
          // They name files without their ending, which only a bundler finds.
          server: { deps: { inline: [/@rjsf\//] } },
        },
      },
      {
        test: {
          name: 'property',
          expect,
          include: ['{electron,renderer,shared,test}/**/*.property.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        resolve: {
          alias: { 'node:worker_threads': join(import.meta.dirname, 'test/support/built-workers.ts') },
        },
        test: {
          name: 'integration',
          expect,
          include: ['test/integration/**/*.test.ts'],
          exclude: ['**/*.property.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Some wait for a deadline or a killed process, and leave a processor to others. (No percentage is above all of them.)
          maxWorkers: 2 * availableParallelism(),
        },
      },
    ],
  },
});
