import { codecs, flag, text } from './codecs.ts';

/** The state of Activity, as its address. */
export type ActivityAddress = { text: string; failedOnly: boolean };

const ACTIVITY = codecs<ActivityAddress>({
  text: text('q', 'every request is shown'),
  failedOnly: flag('failed', 'requests that succeeded are shown too'),
});

export const readActivityAddress = (search: string): ActivityAddress =>
  ACTIVITY.read(new URLSearchParams(search));
export const activityPath = (address: ActivityAddress): string => ACTIVITY.path('/activity', address);
export const unreadOfActivity = ACTIVITY.unread;
