import type { Behaviour } from '../behaviour.ts';
import type { Books } from '../purchases/books.ts';
import type { OfferedTool } from './tool.ts';

/** What every operation works on. */
export type Market = {
  books: Books;
  behaviour: Behaviour;
  /** The server's own clock, UTC milliseconds. */
  clock: () => number;
  /** Every Tool of the catalogue, before the changes of `behaviour`. */
  tools: readonly OfferedTool[];
  origin: () => string;
};

/** A time as the service gives it: its clock may be wrong on purpose. */
export function timeShown(market: Market, time: number): number {
  return time + market.behaviour.clockSkewMs;
}

/** The Tools as they are listed now. */
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
