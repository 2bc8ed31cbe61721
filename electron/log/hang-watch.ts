/**
 * The thread that ends this process if its main thread hangs: by SIGKILL, since nothing else is obeyed then, and with a line
 * in the log that says what held it. What was saved is safe: everything is written before it is acted on.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { ENDS, type HangWatch, TURNS } from './hang-watch-data.ts';

const EVERY_MS = 250;
/** From the request to end, in ms: the main thread itself gives up before that, if it can. */
const LONGEST_END_MS = 4_500;
/**
 * Without a turn of the main thread, in ms of its processor time: no longer, since a signal that reaches this process alone
 * is not heard by a main thread that hangs, and quitting works within 5 s.
 */
const LONGEST_HELD_MS = 4_500;

const { shared, said, file } = workerData as HangWatch;
const counts = new Int32Array(shared);
const words = new Uint8Array(said);

/** Clock ticks of a second, which Linux counts processor time in. */
const TICKS = 100;

/** Processor time of the main thread in ms, which a busy or sleeping machine does not stretch; null where it is not told. */
function workedMs(): number | null {
  try {
    const fields =
      readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
  } catch {
    return null;
  }
}

function end(why: string): void {
  const by = new TextDecoder().decode(words.slice(0, words.indexOf(0)));
  try {
    appendFileSync(
      file,
      `${new Date().toISOString()} [error] ${why}, held by ${by}. It was ended; what was saved is safe.\n`,
      {
        mode: 0o600,
      },
    );
  } catch {
    // Without a log it ends all the same.
  }
  process.kill(process.pid, 'SIGKILL');
}

let turns = -1;
let since = workedMs();
/** Checks of this thread since the main thread's last turn: it sleeps where the machine does. */
let checks = 0;
let endsAt = 0;
setInterval(() => {
  const now = performance.now();
  if (Atomics.load(counts, ENDS) === 1) {
    endsAt ||= now + LONGEST_END_MS;
    if (now >= endsAt) end('Milepost did not close in time');
  } else endsAt = 0;
  const seen = Atomics.load(counts, TURNS);
  if (seen !== turns) {
    turns = seen;
    since = workedMs();
    checks = 0;
    return;
  }
  checks += 1;
  const worked = workedMs();
  const heldMs = worked === null || since === null ? checks * EVERY_MS : worked - since;
  if (heldMs > LONGEST_HELD_MS) end('the main process hung');
}, EVERY_MS);
