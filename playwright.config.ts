import { defineConfig } from '@playwright/test';
import { CHROMIUM_SWITCHES, findChromium } from './test/end-to-end/chromium.ts';
import { findElectron } from './test/end-to-end/electron-runtime.ts';

const executablePath = findChromium();

/** The same specs in Chromium over the browser host and, where its runtime is installed, in Electron. */
export default defineConfig({
  testDir: 'test/end-to-end',
  outputDir: 'test-results',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args: CHROMIUM_SWITCHES, ...(executablePath === undefined ? {} : { executablePath }) },
    // Traces take a third of the time; MILEPOST_TRACE=1 enables them.
    trace: process.env.MILEPOST_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'chromium', metadata: { host: 'browser' } },
    ...(findElectron() === undefined ? [] : [{ name: 'electron', metadata: { host: 'electron' } }]),
    // The packed program over a stand-in for Electron; run.ts packs it if this project is named.
    ...(process.env.MILEPOST_PACKED_APP === undefined
      ? []
      : [{ name: 'electron-stand-in', metadata: { host: 'electron' }, timeout: 180_000 }]),
  ],
});
