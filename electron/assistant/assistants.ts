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
  turnOffHere,
  turnOnQuestion,
  writeAccess,
} from './access.ts';
import { configurations, type McpCommand } from './configurations.ts';
import { type Door, openDoor } from './door.ts';
import { openEventStore, refuseBeyond } from './event-store.ts';
import type { AssistantEvent } from './events.ts';
import { takeLeftBehind } from './left-behind.ts';
import { removeMeetingPlace, writeMeetingPlace } from './meeting-place.ts';
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
  /** Null where this program cannot say how it is started, as in tests. */
  program: McpCommand | null;
  sources: Omit<Sources, 'propose' | 'privateNotes' | 'marketplace'>;
  marketplace: () => AssistedMarketplace;
  report: (error: unknown) => void;
};

/** Lets assistants read while the user allows it, and tells what they did. */
export function createAssistants(deps: AssistantsDeps) {
  const { settings, dataDir, publish, clock } = deps;
  const store = openEventStore(deps.storage);
  const notes = openPrivateNotes(deps.storage);
  let door: Door | null = null;
  let trouble: string | null = null;
  let closed = false;
  /** Opening and closing follow each other: a door is never opened while another closes. */
  let work: Promise<void> = Promise.resolve();

  const setting = () => readAccess(settings);
  const changed = () => publish('changed', { topics: ['assistants'] });

  function note(event: AssistantEvent): void {
    try {
      store.add([event]);
      changed();
    } catch (error) {
      // A file that is held for a moment costs the line, and not the answer.
      deps.report(error);
    }
  }

  function takeOver(): void {
    try {
      takeLeftBehind(dataDir, (events) => {
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
        const known = store.waitingFor(request);
        if (known !== undefined) return known;
        refuseBeyond(store.waitingProposals());
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

  /** Opens the door where it is to be open, and closes it where not. What fails now does not stop what comes later. */
  function follow(): Promise<void> {
    work = work.then(step).catch(deps.report);
    return work;
  }

  async function step(): Promise<void> {
    const isOn = !closed && setting() !== undefined;
    if (isOn && door === null)
      try {
        // Its protocol's library is of no use to those who let no assistant in.
        const { serveClient } = await import('./serve.ts');
        door = await openDoor(dataDir, (socket) => enter(socket, serveClient));
        writeMeetingPlace(dataDir, { program: programNow(), door: { ...door } });
        trouble = null;
      } catch (error) {
        deps.report(error);
        await door?.close();
        door = null;
        trouble =
          'Assistants cannot reach the open program on this machine. They read the data file instead.';
        leaveOpenForReading();
      }
    if (!isOn && door !== null) {
      await door.close();
      door = null;
    }
    if (closed && setting() !== undefined) leaveOpenForReading();
    else if (!isOn) removeMeetingPlace(dataDir);
  }

  /** Follows the setting, and says in it whose records count: the data file alone does not. */
  async function renew(): Promise<void> {
    try {
      const on = setting();
      const marketplace = deps.marketplace();
      if (on !== undefined && JSON.stringify(on.marketplace) !== JSON.stringify(marketplace))
        writeAccess(settings, { ...on, marketplace });
    } catch (error) {
      // A data file that is held for a moment costs neither the start nor a screen anything: it is renewed again.
      deps.report(error);
    }
    await follow();
  }

  function leaveOpenForReading(): void {
    try {
      writeMeetingPlace(dataDir, { program: programNow(), door: null });
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
      // It may have been turned on or off in a terminal since.
      await renew();
      return access();
    },
    async turnOn() {
      if (setting() === undefined) {
        if (!(await deps.confirm(turnOnQuestion)))
          fail('not_confirmed', 'You did not allow it. Assistants read nothing.');
        writeAccess(settings, { since: clock(), marketplace: deps.marketplace() });
        await follow();
        changed();
      }
      return access();
    },
    async turnOff() {
      turnOffHere(settings);
      await follow();
      changed();
      return access();
    },
    connections() {
      takeOver();
      return store.connections();
    },
    reads({ limit, before }) {
      takeOver();
      return store.reads(limit, before);
    },
    proposals() {
      takeOver();
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
    /** To be called at the start, and when another marketplace is in use. */
    async begin(): Promise<void> {
      takeOver();
      await renew();
    },
    async close(): Promise<void> {
      // Whoever closes a second time finds the data file closed.
      if (closed) return work;
      closed = true;
      await follow();
    },
  };
}
