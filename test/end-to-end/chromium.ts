import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/** Where systems install a Chromium that Playwright can drive. */
const SYSTEM_PLACES = [
  // It renders pages without windows: a fifth faster for a test.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  join(process.env.PROGRAMFILES ?? '', 'Google/Chrome/Application/chrome.exe'),
  join(process.env['PROGRAMFILES(X86)'] ?? '', 'Google/Chrome/Application/chrome.exe'),
];

/**
 * A Chromium to drive: only the one in MILEPOST_CHROMIUM if set, otherwise Playwright's own or the system's; undefined
 * where there is none.
 * @param isFit false for one that a test cannot use
 */
export function findChromium(isFit = (_path: string) => true): string | undefined {
  const named = process.env.MILEPOST_CHROMIUM;
  const places = named ? [named] : [chromium.executablePath(), ...SYSTEM_PLACES];
  return places.find((path) => existsSync(path) && isFit(path));
}

/** Switches that keep a Chromium quiet on a machine without network, and let it run as root in a container. */
export const CHROMIUM_SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
