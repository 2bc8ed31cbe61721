import type { JsonObject } from '../../../electron/demo-marketplace/http/json.ts';
import { awardSearchTool } from '../../../electron/demo-marketplace/tools/award-search-tool.ts';
import { Given } from './core.ts';
import type { Habits } from './habits.ts';

const listed = awardSearchTool();

/** The award search in a list of the catalogue. A republished listing has another reference. */
export function candidate(generation: number, { listsOperation }: Habits): JsonObject {
  const { capabilityId, title, description, provider, priceLabel } = listed;
  return {
    toolRef: toolRefOf(generation),
    capabilityId: listsOperation ? `capability:${capabilityId}` : capabilityId,
    title,
    description,
    provider,
    priceLabel,
    healthStatus: listed.healthStatus,
    listingTier: 'reviewed',
  };
}

/** The same in its description. */
export function described(generation: number, habits: Habits): JsonObject {
  const { inputJsonSchema, outputJsonSchema, materialTerms, dataUse, effects, authentication } = listed;
  return {
    ...candidate(generation, habits),
    inputJsonSchema: new Given(inputJsonSchema),
    outputJsonSchema: new Given(outputJsonSchema),
    materialTerms,
    dataUse,
    effects,
    authentication,
  };
}

export const toolRefOf = (generation: number): string =>
  generation === 0
    ? listed.toolRef
    : `operation:v1:${listed.toolRef.slice(-63)}${((generation % 15) + 1).toString(16)}`;
