import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, type Page } from '@playwright/test';

export type Start = {
  dataDir: string;
  marketplace: string;
  key: string | null;
  onOutput: (words: string) => void;
};

/** A file that the user saved, and its suggested name. */
export type SavedFile = { name: string; bytes: Buffer };

/** The system around a window of the program: its dialogs, which no page can answer, and its browser. */
export type Outside = {
  /** How the user answers questions from now on; no at first. */
  answers(yes: boolean): Promise<void>;
  /** The text of every question so far. */
  questions(): Promise<string[]>;
  /** Every address that was opened in the system's browser. */
  opened(): Promise<string[]>;
  windows(): Promise<Page[]>;
  /** Every notification that the system showed. */
  notified(): Promise<{ title: string; body: string }[]>;
  clickLastNotification(): Promise<void>;
};

/** An open Milepost, in any host. */
export type Opened = {
  page: Page;
  /** Null in a browser without a terminal, where nobody can be asked. */
  outside: Outside | null;
  /** Performs an action and resolves to the file that it saves. */
  saved(act: () => Promise<void>): Promise<SavedFile>;
  /** Resolves once the main process next answers this request of the contract. */
  answered(group: string, name: string): Promise<unknown>;
  close(): Promise<void>;
};

/** Waits for the file that one user action saves. `paths` are all answers of the system's dialog so far. */
export const savedBy =
  (paths: () => Promise<readonly string[]>): Opened['saved'] =>
  async (act) => {
    const before = (await paths()).length;
    await act();
    // It is renamed into place once it is written completely.
    await expect.poll(async () => (await paths()).slice(before).some(existsSync)).toBe(true);
    const [path = ''] = (await paths()).slice(before);
    return { name: basename(path), bytes: readFileSync(path) };
  };

/** A folder for a test's files of one Milepost, beside its data. */
export const folderBeside = (dataDir: string) => dirname(dataDir);

/** Stores a key as a user does: from the clipboard, confirmed outside the page. */
export async function storeKey(page: Page, outside: Outside, copy: () => Promise<void>): Promise<void> {
  const landing = page.url();
  await copy();
  await outside.answers(true);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  // The rail's link leads to the part that was open last.
  await page.getByRole('link', { name: 'Marketplace and key', exact: true }).click();
  await page.getByRole('button', { name: 'Store key from clipboard' }).click();
  await expect(page.getByRole('button', { name: 'Forget key' })).toBeVisible();
  // A key that existed at the start would have been checked by then.
  await page.getByRole('button', { name: 'Check key' }).click();
  await expect(page.getByRole('button', { name: 'Check key' })).toBeEnabled();
  await outside.answers(false);
  await page.goto(landing);
}

/** The failure of an act that was not confirmed: nobody can be asked, or the user declined. */
export const notAllowed = ({ outside }: Pick<Opened, 'outside'>): RegExp =>
  outside === null ? /has to be confirmed outside the page/ : /You did not (?:confirm|allow) /;
