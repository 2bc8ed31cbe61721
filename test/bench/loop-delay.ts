/**
 * Loaded into the program before its own code (`node --import`): reports on each SIGUSR2 how long its main thread was
 * blocked since the last one, in milliseconds at the 99th percentile and at worst.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;
const NS = 1e6;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.on('SIGUSR2', () => {
  process.stderr.write(
    `loop-delay ${JSON.stringify({ p99: delay.percentile(99) / NS - RESOLUTION_MS, worst: delay.max / NS - RESOLUTION_MS })}\n`,
  );
  delay.reset();
});
