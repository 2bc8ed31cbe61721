/**
 * Everything that the renderer can request from the main process, and every event that it receives. Hosts, preload and
 * the renderer's client are derived from this; adding a request touches only this and its handler.
 */
import { z } from 'zod';
import { COMMAND_IDS } from '../commands.ts';
import { annotationRequests } from './annotations.ts';
import { awardRequests } from './awards.ts';
import { bookingRequests } from './booking.ts';
import { catalogueRequests, marketplaceRequests } from './catalogue.ts';
import { comparisonRequests } from './comparison.ts';
import type { EventPayload, GroupClient, Handlers } from './define.ts';
import { exportRequests } from './export.ts';
import { insightRequests } from './insights.ts';
import { mileValueRequests } from './mile-values.ts';
import { outputRequests } from './outputs.ts';
import { placeRequests } from './places.ts';
import { planningRequests } from './planning.ts';
import { activityRequests } from './program/activity.ts';
import { assistantRequests } from './program/assistants.ts';
import { backgroundRequests } from './program/background.ts';
import { backupRequests, restoreRequests } from './program/backup.ts';
import { channelRequests } from './program/channels.ts';
import { mcpRequests, oauthRequests } from './program/connections.ts';
import { diagnosticsRequests } from './program/diagnostics.ts';
import { factRequests } from './program/facts.ts';
import { fileRequests } from './program/files.ts';
import { preferenceRequests } from './program/preferences.ts';
import { updateRequests } from './program/updates.ts';
import { viewRequests } from './program/views.ts';
import { purchaseRequests } from './purchases.ts';
import { resultRequests } from './results.ts';
import { aboutRequests, keyRequests, settingsRequests, statusRequests } from './status.ts';
import { tripRequests } from './trips.ts';
import { walletRequests } from './wallet.ts';
import { noticeSchema, watchlistRequests } from './watchlist.ts';

export const requests = {
  status: statusRequests,
  about: aboutRequests,
  updates: updateRequests,
  settings: settingsRequests,
  key: keyRequests,
  marketplace: marketplaceRequests,
  catalogue: catalogueRequests,
  awards: awardRequests,
  purchases: purchaseRequests,
  outputs: outputRequests,
  results: { ...resultRequests, ...comparisonRequests },
  insights: insightRequests,
  annotations: annotationRequests,
  booking: bookingRequests,
  trips: tripRequests,
  planning: planningRequests,
  wallet: walletRequests,
  watchlist: watchlistRequests,
  backup: backupRequests,
  restore: restoreRequests,
  export: exportRequests,
  facts: factRequests,
  files: fileRequests,
  mileValues: mileValueRequests,
  preferences: preferenceRequests,
  places: placeRequests,
  activity: activityRequests,
  views: viewRequests,
  assistants: assistantRequests,
  mcp: mcpRequests,
  oauth: oauthRequests,
  diagnostics: diagnosticsRequests,
  channels: channelRequests,
  background: backgroundRequests,
};

/** What may have changed; a screen reloads what it shows of it. */
export const TOPICS = [
  'status',
  'catalogue',
  'purchases',
  'results',
  'activity',
  'settings',
  'marketplace',
  'watchlist',
  'wait',
  'updates',
  'assistants',
  'channels',
  'background',
] as const;

const events = {
  changed: z.object({ topics: z.array(z.enum(TOPICS)) }),
  /** A menu or another window asks for a screen. */
  navigate: z.object({ to: z.string() }),
  /** The program's menu asks for a command. */
  command: z.object({ id: z.enum(COMMAND_IDS) }),
  /** The system handed over a file to open, which `files.takeOpened` has. */
  opened: z.object({}),
  /**
   * A refresh found what the user wants to be notified of, and the page is to notify because the program itself cannot.
   */
  notice: noticeSchema,
};

export type Requests = typeof requests;
type Events = typeof events;
export type EventName = keyof Events;
export type ContractHandlers = Handlers<Requests>;
export type ContractClient = GroupClient<Requests>;
export type ContractEvent<Name extends EventName> = EventPayload<Events, Name>;

/** How events are published inside the main process. */
export type Publish = <Name extends EventName>(name: Name, payload: ContractEvent<Name>) => void;

/**
 * What a host puts under `window.milepost` before the renderer starts: a way to call a request and to receive events.
 * The renderer cannot know which host it has.
 */
export type Connection = {
  /** Resolves to a `Crossing` of the request's output; rejects only where the host itself cannot be reached. */
  call(group: string, name: string, input: unknown): Promise<unknown>;
  /** Calls back with each event; returns a function that stops it. */
  listen(receive: (name: string, payload: unknown) => void): () => void;
};
