/** All faults in turn, bundled by `run.ts` like the programs that they destroy. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finding, mustBeZero, noCounts, report } from './counts.ts';
import { killMarketplace } from './kill-marketplace.ts';
import { killProduct } from './kill-product.ts';
import { killTeller } from './kill-teller.ts';
import { race } from './race.ts';
import { storageFaults } from './storage-faults.ts';

const program = (name: string): string => join(import.meta.dirname, `${name}.js`);
const all = process.argv.includes('--all') || process.env.MILEPOST_ALL === '1';
const some = (bounds: number) => (all ? Number.POSITIVE_INFINITY : bounds);
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
// A killed process loses nothing that it passed to the system, wherever the file is; memory is faster.
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
  await part('races', () => race(program('racing-product'), folder, all ? 20 : 6, counts, noteFinding));
  // Each mostly waits for processes: side by side they use two processors.
  await Promise.all([
    part('product killed', () =>
      killProduct(program('killed-product'), folder, some(2), counts, noteFinding),
    ),
    part('marketplace killed', () =>
      killMarketplace(program('killed-marketplace'), folder, some(1), counts, noteFinding),
    ),
    part('teller killed', () => killTeller(program('killed-teller'), folder, some(12), counts, noteFinding)),
    part('disk', () =>
      storageFaults(
        { failingDisk: program('failing-disk'), lockHolder: program('lock-holder') },
        folder,
        some(1),
        counts,
        noteFinding,
      ),
    ),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(report(counts));
process.exit(findings > 0 || mustBeZero.some((name) => counts[name] > 0) ? 1 : 0);
