/**
 * A marketplace that is killed at a chosen moment. Takes one JSON argument, writes one JSON line when it listens, and
 * obeys lines on its standard input: `arm N` (or `arm` to count only), `still there`, and `disarm`, which answers
 * `{"points": N}`.
 */
import { createInterface } from 'node:readline';
import { startControlledMarketplace } from '../support/marketplace/controlled-marketplace.ts';
import { watchPoints } from './points.ts';

type Options = { port: number; controlPort: number; booksFile: string };

const { port, controlPort, booksFile } = JSON.parse(process.argv[2] ?? '') as Options;
const points = watchPoints({ act: () => process.kill(process.pid, 'SIGKILL'), awaits: true });
const demo = await startControlledMarketplace({ port, booksFile, controlPort });
const say = (words: object) => process.stdout.write(`${JSON.stringify(words)}\n`);
createInterface({ input: process.stdin }).on('line', (line) => {
  const [order, at] = line.split(' ');
  if (order === 'arm') {
    points.arm(at === undefined ? null : Number(at));
    say({ armed: true });
  }
  if (order === 'still') say({});
  if (order === 'disarm') say({ points: points.disarm() });
});
process.stdin.once('close', () => process.exit(0));
say({ baseUrl: demo.baseUrl, control: demo.control });
