/**
 * Everything that the renderer can ask of the main process, and everything it is told. This is the whole surface:
 * hosts, preload and the renderer's client are derived from it, and adding a request touches this and its handler.
 */
import { z } from 'zod';
import { activityRequests } from './activity.ts';
import { annotationRequests, templateRequests } from './annotations.ts';
import { awardRequests } from './awards.ts';
import { backupRequests, restoreRequests } from './backup.ts';
import { catalogueRequests, marketplaceRequests } from './catalogue.ts';
import { comparisonRequests } from './comparison.ts';
import { mcpRequests, oauthRequests } from './connections.ts';
import type { Client, EventPayload, Handlers } from './define.ts';
import { exportRequests } from './export.ts';
import { mileValueRequests } from './mile-values.ts';
import { outputRequests } from './outputs.ts';
import { placeRequests } from './places.ts';
import { purchaseRequests } from './purchases.ts';
import { resultRequests } from './results.ts';
import { aboutRequests, keyRequests, settingsRequests, statusRequests } from './status.ts';
import { tripRequests } from './trips.ts';
import { viewRequests } from './views.ts';
import { noticeSchema, watchlistRequests } from './watchlist.ts';

export const requests = {
  status: statusRequests,
  about: aboutRequests,
  settings: settingsRequests,
  key: keyRequests,
  marketplace: marketplaceRequests,
  catalogue: catalogueRequests,
  awards: awardRequests,
  purchases: purchaseRequests,
  outputs: outputRequests,
  results: { ...resultRequests, ...comparisonRequests },
  annotations: annotationRequests,
  templates: templateRequests,
  trips: tripRequests,
  watchlist: watchlistRequests,
  backup: backupRequests,
  restore: restoreRequests,
  export: exportRequests,
  mileValues: mileValueRequests,
  places: placeRequests,
  activity: activityRequests,
  views: viewRequests,
  mcp: mcpRequests,
  oauth: oauthRequests,
};

/** What may have changed; a screen reads again what it shows of it. */
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
] as const;

export const events = {
  changed: z.object({ topics: z.array(z.enum(TOPICS)) }),
  /** A menu or another window asks for a screen. */
  navigate: z.object({ to: z.string() }),
  /** A look found what the person asked to hear of, and the page is to tell: the program itself cannot. */
  notice: noticeSchema,
};

export type Requests = typeof requests;
export type Events = typeof events;
export type EventName = keyof Events;
export type ContractHandlers = Handlers<Requests>;
export type ContractClient = Client<Requests>;
export type ContractEvent<Name extends EventName> = EventPayload<Events, Name>;

/** How events are published inside the main process. */
export type Publish = <Name extends EventName>(name: Name, payload: ContractEvent<Name>) => void;

/**
 * What a host puts under `window.milepost` before the renderer starts: a way to call one request and to hear events.
 * The renderer cannot tell which host it has.
 */
export type Connection = {
  /** Resolves to a `Crossing` of the request's output; rejects only where the host itself cannot be reached. */
  call(group: string, name: string, input: unknown): Promise<unknown>;
  /** Calls back with each event; returns how to stop. */
  listen(receive: (name: string, payload: unknown) => void): () => void;
};
