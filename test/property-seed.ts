import fc from 'fast-check';

/**
 * `npm test` draws the same values on every machine, so that a commit has one verdict; `npm test -- --all`, which
 * the workflows run, draws new ones. A failure prints its seed: `MILEPOST_SEED` replays it.
 */
const seed = process.env.MILEPOST_SEED ?? (process.env.MILEPOST_ALL === '1' ? undefined : '20261125');
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
