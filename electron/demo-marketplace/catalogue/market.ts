import type { Behaviour } from '../behaviour.ts';
import type { Books } from '../purchases/books.ts';
import type { OfferedTool } from './tool.ts';

/** The state that every operation works on. */
export type Market = {
  books: Books;
  behaviour: Behaviour;
  /** The server's own clock, UTC milliseconds. */
  clock: () => number;
  /** Every Tool of the catalogue, before the changes of `behaviour`. */
  tools: readonly OfferedTool[];
  origin: () => string;
};

/** A time in answers, with the clock skew. */
export function timeShown(market: Market, time: number): number {
  return time + market.behaviour.clockSkewMs;
}

/** The current Tools, with the changes of `behaviour`. */
export function listedTools(market: Market): OfferedTool[] {
  return market.tools.flatMap((tool) => {
    const change = market.behaviour.tools[tool.capabilityId];
    if (!change) return [tool];
    if (change.hidden) return [];
    const { hidden: _hidden, ...changed } = change;
    return [{ ...tool, ...changed }];
  });
}

export function findTool(market: Market, toolRef: string): OfferedTool | undefined {
  return listedTools(market).find((tool) => tool.toolRef === toolRef);
}
