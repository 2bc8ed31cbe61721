import type { Readable, Writable } from 'node:stream';
import { connectToProgram } from '../../assistant/reach-program.ts';
import { relay } from '../../assistant/relay.ts';
import { assistantFromFile, type FromFileDeps } from './from-file.ts';

/** Serves one assistant over standard input and output until its input ends: through the running program, else from its file. */
export const mcpOverStdio = (input: Readable, output: Writable, deps: FromFileDeps): Promise<void> =>
  relay({
    input,
    output,
    toProgram: () => connectToProgram(deps.dataDir),
    instead: () => assistantFromFile(deps),
  });
