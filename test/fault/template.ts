import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openProduct, quoted } from '../support/product.ts';

export const dataFile = (dataDir: string): string => join(dataDir, 'milepost.sqlite');

/** Makes a data folder with the catalogue, so that each start is short. Returns a function that copies it. */
export async function dataTemplate(
  folder: string,
  marketplace: string,
  key: string,
): Promise<(name: string) => string> {
  const template = join(folder, 'template');
  mkdirSync(template, { recursive: true });
  const product = await openProduct({ dataDir: template, marketplace, key });
  await product.startedUp;
  await quoted(product);
  await product.close();
  // Each copy is used with a key of its own.
  const db = new Database(dataFile(template));
  db.prepare("DELETE FROM settings WHERE name LIKE 'key:%'").run();
  db.close();
  return (name) => {
    const copy = join(folder, name);
    cpSync(template, copy, { recursive: true });
    return copy;
  };
}
