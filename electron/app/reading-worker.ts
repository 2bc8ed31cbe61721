/**
 * Worker thread for reads, with its own connection. It handles one read at a time, each in one transaction, so that rows
 * and totals are consistent.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { learnForeignCities } from '../awards/query/foreign-cities.ts';
import { awardReads } from '../awards/reads.ts';
import { applyStoredPacks, revisionOf } from '../facts/loaded-packs.ts';
import { openOutputs } from '../outputs/outputs.ts';
import { openProvenance } from '../outputs/provenance.ts';
import { outputReads } from '../outputs/stored-outputs.ts';
import { readCityNames } from '../places/airport.ts';
import { createCityFinder } from '../places/city-names.ts';
import { openForReading } from '../storage/open-for-reading.ts';
import type { Answered, End, ReadingRequest } from '../storage/reader-thread/messages.ts';
import { createReader } from '../storage/sql.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { serialiseError } from '../threads/thrown.ts';

const { file } = workerData as { file: string };
const port = parentPort;
if (port === null) throw new Error('This file is the start of a worker thread.');
const send = (answered: Answered) => port.postMessage(answered);

const storage = openForReading(file);
const reads = {
  ...awardReads({
    reader: createReader(storage.db),
    outputOf: openOutputs(storage).outputOf,
    purchaseOf: openProvenance(storage),
  }),
  ...outputReads(storage),
} as unknown as Record<string, (...input: readonly unknown[]) => unknown>; // asked for by name, with the types checked there

/** Whether an input filters by a typed text. */
const hasText = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  (('text' in input && input.text !== '') || Object.values(input).some(hasText));

const settings = storedSettings(storage.db);
/** The packs of facts that this thread uses. */
let packs: number | undefined;
async function applyPacks(): Promise<void> {
  const revision = revisionOf(settings);
  if (revision === packs) return;
  packs = revision;
  await applyStoredPacks(settings);
}

let hasNames = false;
async function loadNames(): Promise<void> {
  learnForeignCities(createCityFinder(await readCityNames()));
  hasNames = true;
}

port.on('message', async (request: ReadingRequest | End) => {
  if (request === 'end') {
    storage.close();
    port.close();
    return;
  }
  const { id, name, input } = request;
  try {
    await applyPacks();
    // Names of cities in other languages are loaded with the first text.
    if (!hasNames && hasText(input)) await loadNames();
    const value = storage.transaction(() => reads[name]?.(...input));
    send({ kind: 'answer', id, value });
  } catch (error) {
    send({ kind: 'thrown', id, thrown: serialiseError(error) });
  }
});
send({ kind: 'ready' });
