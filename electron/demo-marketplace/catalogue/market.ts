import type { Books } from '../purchases/books.ts';
import type { OfferedTool } from './tool.ts';

/** The state that every operation works on. */
export type Market = {
  books: Books;
  /** The server's own clock, UTC milliseconds. */
  clock: () => number;
  /** Every Tool of the catalogue. */
  tools: readonly OfferedTool[];
  origin: () => string;
  /** The shortest interval between polls of the device flow. */
  devicePollSeconds: number;
};

export const findTool = (market: Market, toolRef: string): OfferedTool | undefined =>
  market.tools.find((tool) => tool.toolRef === toolRef);
