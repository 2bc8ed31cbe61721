import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, type Page } from '@playwright/test';

export type Start = {
  dataDir: string;
  marketplace: string;
  key: string | null;
  hear: (words: string) => void;
};

/** A file that the user saved, and the name that it was offered under. */
export type SavedFile = { name: string; bytes: Buffer };

/** The system around a window of the program: its dialogs, which no page can answer, and its browser. */
export type Outside = {
  /** Whether the user says yes to what they are asked from here on; they say no at first. */
  answers(yes: boolean): Promise<void>;
  /** Every question so far in its words. */
  questions(): Promise<string[]>;
  /** Every address that went to the system's browser. */
  opened(): Promise<string[]>;
  windows(): Promise<Page[]>;
  /** Every notification that the system showed. */
  notified(): Promise<{ title: string; body: string }[]>;
  clickLastNotification(): Promise<void>;
};

/** A Milepost that is open, in whichever host. */
export type Opened = {
  page: Page;
  /** Null in a browser without a terminal, where nobody can be asked. */
  outside: Outside | null;
  /** What the user gets by doing what saves a file. */
  saved(act: () => Promise<void>): Promise<SavedFile>;
  /** Resolves once the main process next answers this request of the contract. */
  answered(group: string, name: string): Promise<unknown>;
  close(): Promise<void>;
};

/** Waits for the file that one act of the user saves. `paths` are all that the system's dialog answered so far. */
export const savedBy =
  (paths: () => Promise<readonly string[]>): Opened['saved'] =>
  async (act) => {
    const before = (await paths()).length;
    await act();
    // It is put in place when all of it is written.
    await expect.poll(async () => (await paths()).slice(before).some(existsSync)).toBe(true);
    const [path = ''] = (await paths()).slice(before);
    return { name: basename(path), bytes: readFileSync(path) };
  };

/** Where a test may put what belongs to one Milepost, beside its data. */
export const folderBeside = (dataDir: string) => dirname(dataDir);

/** Gives the program a key as a user does: from the clipboard, and with a yes outside the page. */
export async function storeKey(page: Page, outside: Outside, copy: () => Promise<void>): Promise<void> {
  const landing = page.url();
  await copy();
  await outside.answers(true);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Store key from clipboard' }).click();
  await expect(page.getByRole('button', { name: 'Forget key' })).toBeVisible();
  // A key that was there from the start would have been checked by then.
  await page.getByRole('button', { name: 'Check key' }).click();
  await expect(page.getByRole('button', { name: 'Check key' })).toBeEnabled();
  await outside.answers(false);
  await page.goto(landing);
}

/** What a page is told of an act that nobody outside it allowed: nobody can be asked, or they said no. */
export const notAllowed = ({ outside }: Pick<Opened, 'outside'>): RegExp =>
  outside === null ? /has to be confirmed outside the page/ : /You did not (?:confirm|allow) /;
