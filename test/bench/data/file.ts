import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { countChangedPrices } from '../../../electron/awards/insights/standings.ts';
import { prepareRunChanges, prepareStandings } from '../../../electron/awards/price-standings.ts';
import { countWrittenSearches } from '../../../electron/awards/watch/brought.ts';
import { countWrittenRuns } from '../../../electron/awards/watch/run-changes.ts';
import { openProvenance } from '../../../electron/outputs/provenance.ts';
import { migrations } from '../../../electron/storage/migrations/index.ts';
import { openStorage, type Storage } from '../../../electron/storage/open.ts';
import { createReader } from '../../../electron/storage/sql.ts';
import { writeReach } from '../../../electron/wallet/wallet-store.ts';
import { FIRST_RUN, fill, inputOf } from './fill.ts';
import { PROGRAMMES_OF_WIDE } from './page.ts';
import { plan } from './plan.ts';

/** Changes whenever the content of the file would: a file of another schema is no year of use of this program. */
const CONTENT = createHash('sha256')
  .update(JSON.stringify([FIRST_RUN, PROGRAMMES_OF_WIDE, plan(1000).map(inputOf), plan(1000), migrations]))
  .digest('hex')
  .slice(0, 8);

/** The data folder of a benchmark file in the system's temporary folder. */
const benchFolder = (versions: number): string => join(tmpdir(), `milepost-bench-${versions}-${CONTENT}`);

const benchFile = (versions: number): string => join(benchFolder(versions), 'milepost.sqlite');

/** Creates a file of so many versions, completely or not at all: it is filled under another name, then renamed. */
function makeFile(file: string, versions: number, say: (words: string) => void): void {
  const unfinished = join(dirname(file), `unfinished-${process.pid}`, basename(file));
  mkdirSync(dirname(unfinished), { recursive: true });
  const start = performance.now();
  let reported = 0;
  try {
    const { pages } = fill(unfinished, versions, (share) => {
      if (share - reported < 0.1) return;
      reported = share;
      say(`${Math.round(share * 100)} % written`);
    });
    renameSync(unfinished, file);
    say(
      `${versions} versions from ${pages} pages in ${Math.round((performance.now() - start) / 1000)} s: ${file}`,
    );
  } finally {
    rmSync(dirname(unfinished), { recursive: true, force: true });
  }
}

/** The file of so many versions, created where missing, and migrated as a user's own would be. */
export function storedFile(versions: number, say: (words: string) => void): string {
  const file = benchFile(versions);
  if (!existsSync(file)) makeFile(file, versions, say);
  const opened = openStorage(file);
  if (!opened.ok) throw new Error(opened.problem.words);
  countPrices(opened.storage);
  countRuns(opened.storage);
  fillWallet(opened.storage);
  opened.storage.close();
  // A user's file would be copied before the migration; this one can be created again.
  for (const name of readdirSync(dirname(file)))
    if (name.includes('before-upgrade')) rmSync(join(dirname(file), name));
  return file;
}

/** Counts every price that is not counted yet, as the running program does in the background. */
function countPrices(storage: Storage): void {
  const reader = createReader(storage.db);
  const write = prepareStandings(storage);
  for (let counted = countChangedPrices(reader); counted.length > 0; counted = countChangedPrices(reader))
    Array.from(write(counted));
}

/** The same for what each run changed and each search brought. */
function countRuns(storage: Storage): void {
  const reader = createReader(storage.db);
  const purchaseOf = openProvenance(storage);
  const write = prepareRunChanges(storage);
  for (;;) {
    const runs = countWrittenRuns(reader);
    const counted = runs.length > 0 ? runs : countWrittenSearches(reader, purchaseOf);
    if (counted.length === 0) return;
    Array.from(write(counted));
  }
}

/** A wallet that pays for some of the records. */
function fillWallet({ db, transaction }: Storage): void {
  transaction(() => {
    db.exec(`DELETE FROM wallet_balances;
      INSERT INTO wallet_balances VALUES ('bench', 'You', 'bank', 'citi', 60000, NULL, 1, 1)`);
    writeReach(db, '2025-01-01');
  });
}
