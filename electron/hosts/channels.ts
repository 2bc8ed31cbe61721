import { requests } from '#shared/contract/index.ts';

/** The IPC channel of a request. */
export const channelOf = (group: string, name: string): string => `milepost:${group}.${name}`;

/** The channel of events from the main process. */
export const EVENT_CHANNEL = 'milepost:event';

/** The channel on which a page reports that it receives events. */
export const LISTENING_CHANNEL = 'milepost:listening';

/** Every request of the contract, by group and name. */
export const everyRequest: readonly { group: string; name: string }[] = Object.entries(requests).flatMap(
  ([group, names]) => Object.keys(names).map((name) => ({ group, name })),
);
