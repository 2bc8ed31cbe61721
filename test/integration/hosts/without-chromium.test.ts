import { expect, it } from 'vitest';
import { run } from './command.ts';

const endToEnd = (env: Record<string, string>) =>
  run('test/end-to-end/run.ts', ['--list'], { env: { MILEPOST_CHROMIUM: '/nonexistent/chromium', ...env } })
    .finished;

it('without a Chromium the end-to-end tests are skipped with a reason', async () => {
  const { code, stdout } = await endToEnd({ MILEPOST_TESTS_REQUIRE: '' });
  expect(code).toBe(0);
  expect(stdout).toContain('End-to-end tests skipped: no Chromium was found.');
});

it('where the browser is required its absence is a failure', async () => {
  const { code, stdout } = await endToEnd({ MILEPOST_TESTS_REQUIRE: 'browser,keychain' });
  expect(code).toBe(1);
  expect(stdout).toContain('no Chromium was found');
});
