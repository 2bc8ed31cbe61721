import type { Socket } from 'node:net';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { AssistantAccess } from '#shared/contract/program/assistants.ts';
import type { Storage } from '../storage/open.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';
import {
  type AssistedMarketplace,
  readAccess,
  TURNED_OFF,
  turnOff,
  turnOnQuestion,
  writeAccess,
} from './access.ts';
import { configurations, type McpCommand } from './configurations.ts';
import { removeConnectionFile, writeConnectionFile } from './connection-file.ts';
import { openEventStore, refuseTooManyProposals } from './event-store.ts';
import type { AssistantEvent } from './events.ts';
import { type LocalServer, openLocalServer } from './local-server.ts';
import { importOfflineEvents } from './offline-events.ts';
import { openPrivateNotes } from './private-notes.ts';
import type { Client, serveClient } from './serve.ts';
import type { Sources } from './sources.ts';

export type AssistantsDeps = {
  storage: Storage;
  settings: StoredSettings;
  dataDir: string;
  publish: Publish;
  /** UTC ms. */
  clock: () => number;
  newId: () => string;
  version: string;
  confirm: (question: typeof turnOnQuestion) => Promise<boolean>;
  /** Null if the program does not know its own start command, as in tests. */
  program: McpCommand | null;
  sources: Omit<Sources, 'propose' | 'privateNotes' | 'marketplace'>;
  marketplace: () => AssistedMarketplace;
  report: (error: unknown) => void;
};

/** Serves assistants while the user allows it, and records what they read. */
export function createAssistants(deps: AssistantsDeps) {
  const { settings, dataDir, publish, clock } = deps;
  const store = openEventStore(deps.storage);
  const notes = openPrivateNotes(deps.storage);
  let server: LocalServer | null = null;
  let trouble: string | null = null;
  let closed = false;
  /** Serialises opening and closing of the local server. */
  let work: Promise<void> = Promise.resolve();

  const setting = () => readAccess(settings);
  const changed = () => publish('changed', { topics: ['assistants'] });

  function note(event: AssistantEvent): void {
    try {
      store.add([event]);
      changed();
    } catch (error) {
      // A locked file loses the record of the read, not the answer.
      deps.report(error);
    }
  }

  function importOffline(): void {
    try {
      importOfflineEvents(dataDir, (events) => {
        store.add(events);
        changed();
      });
    } catch (error) {
      deps.report(error);
    }
  }

  function enter(socket: Socket, serve: typeof serveClient): void {
    const connectionId = deps.newId();
    let client: Client = { name: '', version: '', protocol: '' };
    const sources: Sources = {
      ...deps.sources,
      marketplace: deps.marketplace,
      privateNotes: notes.among,
      propose: ({ request, title, reason }) => {
        const known = store.findPendingProposal(request);
        if (known !== undefined) return known;
        refuseTooManyProposals(store.countPendingProposals());
        const id = deps.newId();
        store.add([{ kind: 'proposal', id, at: clock(), client: client.name, title, reason, request }]);
        changed();
        return id;
      },
    };
    void serve(socket, {
      sources,
      version: deps.version,
      refusal: () => (setting() === undefined ? TURNED_OFF : null),
      connected: (named) => {
        client = named;
        note({ kind: 'connection', id: connectionId, at: clock(), through: 'program', ...named });
      },
      answered: ({ tool, input, rows, bytes }) =>
        note({
          kind: 'read',
          id: deps.newId(),
          at: clock(),
          connectionId,
          tool,
          input: JSON.stringify(input),
          rows,
          bytes,
        }),
      report: deps.report,
    });
  }

  /** Opens or closes the local server to match the setting. A failure does not block later calls. */
  function applySetting(): Promise<void> {
    work = work.then(step).catch(deps.report);
    return work;
  }

  async function step(): Promise<void> {
    const isOn = !closed && setting() !== undefined;
    if (isOn && server === null)
      try {
        // Loaded on demand: most users do not need the protocol library.
        const { serveClient } = await import('./serve.ts');
        server = await openLocalServer(dataDir, (socket) => enter(socket, serveClient));
        writeConnectionFile(dataDir, { program: programNow(), door: { ...server } });
        trouble = null;
      } catch (error) {
        deps.report(error);
        await server?.close();
        server = null;
        trouble =
          'Assistants cannot reach the open program on this machine. They read the data file instead.';
        announceFileReading();
      }
    if (!isOn && server !== null) {
      await server.close();
      server = null;
    }
    if (closed && setting() !== undefined) announceFileReading();
    else if (!isOn) removeConnectionFile(dataDir);
  }

  /** Stores the marketplace in use with the setting, for readers of the data file alone, and applies the setting. */
  async function renew(): Promise<void> {
    try {
      const on = setting();
      const marketplace = deps.marketplace();
      if (on !== undefined && JSON.stringify(on.marketplace) !== JSON.stringify(marketplace))
        writeAccess(settings, { ...on, marketplace });
    } catch (error) {
      // A locked data file must not fail a start or a screen; the next call renews it again.
      deps.report(error);
    }
    await applySetting();
  }

  function announceFileReading(): void {
    try {
      writeConnectionFile(dataDir, { program: programNow(), door: null });
    } catch (error) {
      deps.report(error);
    }
  }

  const programNow = () =>
    deps.program === null ? null : { command: deps.program.command, args: [...deps.program.args] };

  function access(): AssistantAccess {
    const on = setting();
    return {
      on: on !== undefined,
      since: on?.since ?? null,
      trouble: on === undefined ? null : trouble,
      configurations: deps.program === null ? [] : configurations(deps.program),
    };
  }

  const handlers: ContractHandlers['assistants'] = {
    async access() {
      // The setting may have been changed in a terminal.
      await renew();
      return access();
    },
    async turnOn() {
      if (setting() === undefined) {
        if (!(await deps.confirm(turnOnQuestion)))
          fail('not_confirmed', 'You did not allow it. Assistants read nothing.');
        writeAccess(settings, { since: clock(), marketplace: deps.marketplace() });
        await applySetting();
        changed();
      }
      return access();
    },
    async turnOff() {
      turnOff(settings);
      await applySetting();
      changed();
      return access();
    },
    connections() {
      importOffline();
      return store.connections();
    },
    reads({ limit, before }) {
      importOffline();
      return store.reads(limit, before);
    },
    proposals() {
      importOffline();
      return store.proposals();
    },
    settleProposal({ proposalId, as }) {
      if (store.settle(proposalId, as)) changed();
      return undefined;
    },
    privateNotes: ({ notes: wanted }) => notes.among(wanted),
    setPrivate({ note: one, private: isPrivate }) {
      notes.set(one, isPrivate, clock());
      changed();
      return undefined;
    },
  };

  return {
    handlers,
    /** To be called at the start and when the marketplace changes. */
    async begin(): Promise<void> {
      importOffline();
      await renew();
    },
    async close(): Promise<void> {
      // On a second call the data file is already closed.
      if (closed) return work;
      closed = true;
      await applySetting();
    },
  };
}
