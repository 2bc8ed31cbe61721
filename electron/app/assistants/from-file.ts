import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Duplex, duplexPair } from 'node:stream';
import { fail } from '#shared/contract/failure.ts';
import { NOT_STARTED, readAccess, TURNED_OFF } from '../../assistant/access.ts';
import { openEventStore, refuseTooManyProposals } from '../../assistant/event-store.ts';
import { assistantEventSchema } from '../../assistant/events.ts';
import { appendOfflineEvent, readOfflineEvents } from '../../assistant/offline-events.ts';
import { openPrivateNotes } from '../../assistant/private-notes.ts';
import { type Client, serveClient } from '../../assistant/serve.ts';
import type { Sources } from '../../assistant/sources.ts';
import { awardReads } from '../../awards/reads.ts';
import { applyStoredPacks } from '../../facts/loaded-packs.ts';
import { openOutputs } from '../../outputs/outputs.ts';
import { openProvenance } from '../../outputs/provenance.ts';
import { createPlaces } from '../../places/places.ts';
import { createLimits } from '../../purchases/accounts/stored-limits.ts';
import { migrations } from '../../storage/migrations/index.ts';
import { openForReading } from '../../storage/open-for-reading.ts';
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

/**
 * Serves a client from the data file, opened read-only, while the program is not running. Resolves to the client's stream,
 * or to the reason why there is none.
 */
export async function assistantFromFile(deps: FromFileDeps): Promise<Duplex | string> {
  const { dataDir, clock, report } = deps;
  const file = join(dataDir, 'milepost.sqlite');
  let storage: ReturnType<typeof openForReading>;
  try {
    // A folder that cannot be read is not one without data.
    if (statSync(file, { throwIfNoEntry: false }) === undefined)
      return 'There is no data of Milepost here yet. Start it first.';
    storage = openForReading(file);
    const found = Number(storage.db.pragma('user_version', { simple: true }));
    if (found !== migrations.at(-1)?.version) {
      storage.close();
      return 'The data of Milepost was written by another version of it. Start Milepost once.';
    }
  } catch (error) {
    report(error);
    return 'The data file of Milepost cannot be read now. Start Milepost, which says why.';
  }
  const settings = storedSettings(storage.db);
  await applyStoredPacks(settings);
  const store = openEventStore(storage);
  const access = () => readAccess(settings);
  const nowhere = { identity: '', name: '', demo: false };
  const marketplace = () => access()?.marketplace ?? nowhere;
  const connectionId = randomUUID();
  let client: Client = { name: '', version: '', protocol: '' };
  const [clientEnd, serverEnd] = duplexPair();
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
      const offlineProposals = readOfflineEvents(dataDir).flatMap((event) => {
        const read = assistantEventSchema.safeParse(event);
        return read.success && read.data.kind === 'proposal' ? [read.data] : [];
      });
      const same = offlineProposals.find((one) => JSON.stringify(one.request) === JSON.stringify(request));
      const known = store.findPendingProposal(request) ?? same?.id;
      if (known !== undefined) return known;
      refuseTooManyProposals(store.countPendingProposals() + offlineProposals.length);
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
      if (!appendOfflineEvent(dataDir, proposal))
        fail('no_room', 'Nothing more can be left for the user until Milepost is started.');
      return id;
    },
  };
  void serveClient(serverEnd, {
    sources,
    version: deps.version,
    refusal: () => {
      const now = access();
      if (now === undefined) return TURNED_OFF;
      return now.marketplace === null ? NOT_STARTED : null;
    },
    connected: (details) => {
      client = details;
      appendOfflineEvent(dataDir, {
        kind: 'connection',
        id: connectionId,
        at: clock(),
        through: 'file',
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
      appendOfflineEvent(dataDir, read);
    },
    report,
  }).finally(() => storage.close());
  return clientEnd;
}
