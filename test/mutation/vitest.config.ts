import { defineConfig } from 'vitest/config';

const folders = (process.env.MILEPOST_MUTATION_TESTS ?? '').split(',');

/** The tests of one module, unit and property tests as one project: Stryker starts them for every fault. */
export default defineConfig({
  test: {
    globalSetup: 'test/passing-files.ts',
    setupFiles: ['test/property-seed.ts', 'test/mutation/first-failure.ts'],
    include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    testTimeout: 900_000,
    isolate: false,
    server: { deps: { inline: [/@rjsf\//] } },
  },
});
