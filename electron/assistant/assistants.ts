import { join } from 'node:path';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { AssistantAccess } from '#shared/contract/program/assistants.ts';
import { openEventTable } from '../storage/event-table.ts';
import type { Storage } from '../storage/open.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';
import { type AssistedMarketplace, readAccess, turnOff, turnOnQuestion, writeAccess } from './access.ts';
import { configurations, type McpCommand } from './configurations.ts';
import { removeConnectionFile, writeConnectionFile } from './connection-file.ts';
import { openEventStore } from './event-store.ts';
import { EVENTS_FILE } from './events.ts';
import { openPrivateNotes } from './private-notes.ts';

export type AssistantsDeps = {
  storage: Storage;
  settings: StoredSettings;
  dataDir: string;
  publish: Publish;
  /** UTC ms. */
  clock: () => number;
  confirm: (question: typeof turnOnQuestion) => Promise<boolean>;
  /** Null if the program does not know its own start command, as in tests. */
  program: McpCommand | null;
  marketplace: () => AssistedMarketplace;
  report: (error: unknown) => void;
};

/** How often what assistants left is taken over, in milliseconds. */
const TAKE_EVERY_MS = 1_000;

/**
 * Lets assistants read the data file while the user allows it, and takes over what their processes leave: what they read,
 * and what they propose.
 */
export function createAssistants(deps: AssistantsDeps) {
  const { settings, dataDir, publish, clock, report } = deps;
  const store = openEventStore(deps.storage);
  const notes = openPrivateNotes(deps.storage);
  const eventTable = openEventTable(join(dataDir, EVENTS_FILE));
  let taking: NodeJS.Timeout | undefined;
  let closed = false;

  const setting = () => readAccess(settings);
  const changed = () => publish('changed', { topics: ['assistants'] });

  function takeEvents(): void {
    try {
      const isMore = eventTable.take((events) => {
        store.add(events);
        changed();
      });
      if (isMore && !closed) setImmediate(takeEvents);
    } catch (error) {
      // A file that is locked now is read the next time.
      report(error);
    }
  }

  /** A folder that cannot be written now fails neither a start nor a screen, and hinders no later change. */
  function applySetting(): void {
    clearInterval(taking);
    if (setting() !== undefined && !closed) taking = setInterval(takeEvents, TAKE_EVERY_MS).unref();
    try {
      if (setting() === undefined || deps.program === null) removeConnectionFile(dataDir);
      else writeConnectionFile(dataDir, deps.program);
    } catch (error) {
      report(error);
    }
  }

  /** Stores the marketplace in use with the setting, for the processes that read the data file, and applies the setting. */
  function renew(): void {
    try {
      const on = setting();
      const marketplace = deps.marketplace();
      if (on !== undefined && JSON.stringify(on.marketplace) !== JSON.stringify(marketplace))
        writeAccess(settings, { ...on, marketplace });
    } catch (error) {
      // A locked data file must not fail a start or a screen; the next call renews it again.
      report(error);
    }
    applySetting();
  }

  function access(): AssistantAccess {
    const on = setting();
    return {
      on: on !== undefined,
      since: on?.since ?? null,
      configurations: deps.program === null ? [] : configurations(deps.program),
    };
  }

  const handlers: ContractHandlers['assistants'] = {
    access() {
      // The setting may have been changed in a terminal.
      renew();
      return access();
    },
    async turnOn() {
      if (setting() === undefined) {
        if (!(await deps.confirm(turnOnQuestion)))
          fail('not_confirmed', 'You did not allow it. Assistants read nothing.');
        writeAccess(settings, { since: clock(), marketplace: deps.marketplace() });
        applySetting();
        changed();
      }
      return access();
    },
    turnOff() {
      turnOff(settings);
      applySetting();
      changed();
      return access();
    },
    connections() {
      takeEvents();
      return store.connections();
    },
    reads({ limit, before }) {
      takeEvents();
      return store.reads(limit, before);
    },
    proposals() {
      takeEvents();
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
    begin(): void {
      takeEvents();
      try {
        renew();
      } catch (error) {
        // A data file that is held at the start; the next screen that shows the setting applies it.
        report(error);
      }
    },
    close(): void {
      closed = true;
      clearInterval(taking);
    },
  };
}
