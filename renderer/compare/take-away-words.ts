import { absoluteTime } from '../components/relative-time.ts';

/** When a picture or a table was made: it tells ages, which say nothing without it. @param now UTC ms */
export const madeWords = (now: number): string => `From what Milepost kept on ${absoluteTime(now)}.`;
