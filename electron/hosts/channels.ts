import { requests } from '#shared/contract/index.ts';

/** The channel of a request, as both sides of the Electron host name it. */
export const channelOf = (group: string, name: string): string => `milepost:${group}.${name}`;

/** The channel on which the main process sends the window events. */
export const EVENT_CHANNEL = 'milepost:event';

/** The channel on which a page says to the main process that it hears events from here on. */
export const LISTENING_CHANNEL = 'milepost:listening';

/** Every request of the contract, by group and name. */
export const everyRequest: readonly { group: string; name: string }[] = Object.entries(requests).flatMap(
  ([group, names]) => Object.keys(names).map((name) => ({ group, name })),
);
