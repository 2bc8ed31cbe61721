import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fail } from '#shared/contract/failure.ts';
import { NOT_STARTED, readAccess, TURNED_OFF } from '../../assistant/access.ts';
import { openEventStore, refuseTooManyProposals } from '../../assistant/event-store.ts';
import { type AssistantEvent, assistantEventSchema, EVENTS_FILE } from '../../assistant/events.ts';
import { refuseAll } from '../../assistant/messages.ts';
import { openPrivateNotes } from '../../assistant/private-notes.ts';
import { type Client, serveClient } from '../../assistant/serve.ts';
import type { Sources } from '../../assistant/sources.ts';
import { awardReads } from '../../awards/reads.ts';
import { applyStoredPacks } from '../../facts/loaded-packs.ts';
import { openOutputs } from '../../outputs/outputs.ts';
import { openProvenance } from '../../outputs/provenance.ts';
import { createPlaces } from '../../places/places.ts';
import { createLimits } from '../../purchases/accounts/stored-limits.ts';
import { openEventTable } from '../../storage/event-table.ts';
import { migrations } from '../../storage/migrations/index.ts';
import { openForReading } from '../../storage/open-for-reading.ts';
import { UnusableFileError } from '../../storage/problem.ts';
import { createReader } from '../../storage/sql.ts';
import { storedSettings } from '../../storage/stored-settings.ts';
import { assistantSources } from './sources.ts';

export type FromFileDeps = {
  dataDir: string;
  version: string;
  /** UTC ms. */
  clock: () => number;
  report: (error: unknown) => void;
};

/** The data file, opened read-only; or the reason why it cannot be read. */
function openedFile({ dataDir, report }: FromFileDeps): ReturnType<typeof openForReading> | string {
  const file = join(dataDir, 'milepost.sqlite');
  try {
    // A folder that cannot be read is not one without data.
    if (statSync(file, { throwIfNoEntry: false }) === undefined)
      return 'There is no data of Milepost here yet. Start it first.';
    const storage = openForReading(file);
    if (Number(storage.db.pragma('user_version', { simple: true })) === migrations.at(-1)?.version)
      return storage;
    storage.close();
    return 'The data of Milepost was written by another version of it. Start Milepost once.';
  } catch (error) {
    if (error instanceof UnusableFileError) return error.message;
    report(error);
    return 'The data file of Milepost cannot be read now. Start Milepost, which says why.';
  }
}

/**
 * Serves one assistant over stdio until its input ends, from the data file, whether the program runs or not. What it
 * leaves for the user goes into a table that the program reads.
 */
export async function mcpOverStdio(input: Readable, output: Writable, deps: FromFileDeps): Promise<void> {
  const { dataDir, clock, report } = deps;
  const storage = openedFile(deps);
  if (typeof storage === 'string') return refuseAll(input, output, storage);
  const settings = storedSettings(storage.db);
  await applyStoredPacks(settings);
  const store = openEventStore(storage);
  const access = () => readAccess(settings);
  const nowhere = { identity: '', name: '', demo: false };
  const marketplace = () => access()?.marketplace ?? nowhere;
  const connectionId = randomUUID();
  let client: Client = { name: '', version: '', protocol: '' };
  const eventTable = openEventTable(join(dataDir, EVENTS_FILE));
  const leave = (event: AssistantEvent): boolean => {
    try {
      return eventTable.add(assistantEventSchema.parse(event)); // which shortens what is long
    } catch (error) {
      // It loses the record of a read, not the answer.
      report(error);
      return false;
    }
  };
  const sources: Sources = {
    ...assistantSources({
      storage,
      reads: awardReads({
        reader: createReader(storage.db),
        outputOf: openOutputs(storage).outputOf,
        purchaseOf: openProvenance(storage),
      }),
      places: createPlaces(),
      clock,
      limits: createLimits(settings, async () => false).read,
      marketplace,
    }),
    marketplace,
    privateNotes: openPrivateNotes(storage).among,
    propose: ({ request, title, reason }) => {
      const left = eventTable.waiting().flatMap((event) => {
        const read = assistantEventSchema.safeParse(event);
        return read.success && read.data.kind === 'proposal' ? [read.data] : [];
      });
      const same = left.find((one) => JSON.stringify(one.request) === JSON.stringify(request));
      const known = store.findPendingProposal(request) ?? same?.id;
      if (known !== undefined) return known;
      refuseTooManyProposals(store.countPendingProposals() + left.length);
      const id = randomUUID();
      const proposal = {
        kind: 'proposal' as const,
        id,
        at: clock(),
        client: client.name,
        title,
        reason,
        request,
      };
      if (!leave(proposal))
        fail('no_room', 'Nothing more can be left for the user until Milepost is started.');
      return id;
    },
  };
  await serveClient(input, output, {
    sources,
    version: deps.version,
    refusal: () => {
      const now = access();
      if (now === undefined) return TURNED_OFF;
      return now.marketplace === null ? NOT_STARTED : null;
    },
    connected: (details) => {
      client = details;
      leave({
        kind: 'connection',
        id: connectionId,
        at: clock(),
        ...details,
      });
    },
    answered: ({ tool, input, rows, bytes }) => {
      const read = {
        kind: 'read' as const,
        id: randomUUID(),
        at: clock(),
        connectionId,
        tool,
        input: JSON.stringify(input),
        rows,
        bytes,
      };
      leave(read);
    },
    report,
  }).finally(() => storage.close());
}
