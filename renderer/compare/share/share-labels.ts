import { absoluteTime } from '#shared/formats.ts';

/** When a picture or a table was made: its ages mean nothing without it. @param now UTC ms */
export const madeLabel = (now: number): string => `As of ${absoluteTime(now)}.`;
