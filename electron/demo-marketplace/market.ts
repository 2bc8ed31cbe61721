import type { Behaviour } from './behaviour.ts';
import type { Books } from './books.ts';
import type { Tool } from './tool.ts';

/** What every operation works on. */
export type Market = {
  books: Books;
  behaviour: Behaviour;
  /** The server's own clock, UTC milliseconds. */
  clock: () => number;
  /** Every Tool of the catalogue, before the control surface's changes. */
  tools: readonly Tool[];
  origin: () => string;
};

/** A time as the service tells it: its clock may be wrong on purpose. */
export function told(market: Market, time: number): number {
  return time + market.behaviour.clockSkewMs;
}

/** The Tools as they are listed now. */
export function listedTools(market: Market): Tool[] {
  return market.tools.flatMap((tool) => {
    const change = market.behaviour.tools[tool.capabilityId];
    if (!change) return [tool];
    if (change.hidden) return [];
    const { hidden: _hidden, ...changed } = change;
    return [{ ...tool, ...changed }];
  });
}

export function findTool(market: Market, toolRef: string): Tool | undefined {
  return listedTools(market).find((tool) => tool.toolRef === toolRef);
}
