/**
 * `npm run test:faults`: destroys product, marketplace and data file at every step of a purchase and compares what is
 * left with the marketplace's own books, at points spread evenly over each purchase; `-- --all` takes every one of them.
 * Prints one count per line and fails where something was charged twice, lost or left unresolved.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundled } from './bundle.ts';
import { type Finding, mustBeNothing, noCounts, report } from './counts.ts';
import { killMarketplace } from './kill-marketplace.ts';
import { killProduct } from './kill-product.ts';
import { race } from './race.ts';
import { storageFaults } from './storage-faults.ts';

const all = process.argv.includes('--all');
const some = (bounds: number) => (all ? Number.POSITIVE_INFINITY : bounds);
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
// A process that is killed loses nothing that it gave to the system, wherever the file lies; memory is faster.
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'milepost-faults-'));
const counts = noCounts();
let findings = 0;
const noteFinding: Finding = (words) => {
  findings += 1;
  console.error(`! ${words}`);
};

async function part(name: string, work: () => Promise<void>): Promise<void> {
  if (only !== undefined && only !== name) return;
  const started = performance.now();
  try {
    await work();
  } catch (error) {
    noteFinding(`${name} broke off: ${error instanceof Error ? error.stack : String(error)}`);
  }
  console.error(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
try {
  const program = await bundled([
    'killed-product',
    'killed-marketplace',
    'racing-product',
    'failing-disk',
    'lock-holder',
  ]);
  await part('races', () => race(program('racing-product'), folder, 20, counts, noteFinding));
  await Promise.all([
    part('product killed', () =>
      killProduct(program('killed-product'), folder, some(50), counts, noteFinding),
    ),
    part('marketplace killed', () =>
      killMarketplace(program('killed-marketplace'), folder, some(8), counts, noteFinding),
    ),
  ]);
  await part('disk', () =>
    storageFaults(
      { failingDisk: program('failing-disk'), lockHolder: program('lock-holder') },
      folder,
      some(8),
      counts,
      noteFinding,
    ),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(report(counts));
process.exit(findings > 0 || mustBeNothing.some((name) => counts[name] > 0) ? 1 : 0);
