import type { z } from 'zod';
import type { Tool, toolFiltersSchema } from '#shared/contract/catalogue.ts';
import { compareAmounts } from '#shared/money.ts';
import { wordsOf } from '../marketplace/answers/fold.ts';

export type ToolFilters = z.output<typeof toolFiltersSchema>;

/**
 * Whether a Tool passes the filters. Also applied to the service's answers, since it may not support them. A Tool
 * without the filtered member passes.
 */
export function passes(tool: Tool, filters: ToolFilters | undefined): boolean {
  const health = filters?.healthStatus;
  if (health !== undefined && tool.healthStatus !== null && tool.healthStatus !== health) return false;
  const maximum = filters?.maximumPrice;
  const price = tool.displayPrice;
  return (
    maximum === undefined ||
    price === null ||
    price.currency !== maximum.currency ||
    compareAmounts(price, maximum) <= 0
  );
}

/** Tools that contain every word of the query, those with more of them in the title first. */
export function searchByWords(tools: readonly Tool[], query: string): Tool[] {
  const wanted = wordsOf(query);
  return tools
    .flatMap((tool) => {
      const title = wordsOf(tool.title);
      const all = [
        ...title,
        ...wordsOf(`${tool.description} ${tool.provider.name ?? ''} ${tool.capabilityId ?? ''}`),
      ];
      const occurs = (words: readonly string[]) =>
        wanted.filter((one) => words.some((word) => word.startsWith(one)));
      return occurs(all).length === wanted.length ? [{ tool, inTitle: occurs(title).length }] : [];
    })
    .sort((a, b) => b.inTitle - a.inTitle)
    .map(({ tool }) => tool);
}
