import type { Readable, Writable } from 'node:stream';
import { connectToProgram } from '../../assistant/reach-program.ts';
import { relay } from '../../assistant/relay.ts';
import { assistantFromFile, type FromFileDeps } from './from-file.ts';

/** Serves one assistant over stdio until its input ends: through the running program, else from the data file. */
export const mcpOverStdio = (input: Readable, output: Writable, deps: FromFileDeps): Promise<void> =>
  relay({
    input,
    output,
    toProgram: () => connectToProgram(deps.dataDir),
    instead: () => assistantFromFile(deps),
  });
