import type { UserNote } from '#shared/contract/program/assistants.ts';
import { DEFAULT_LIMITS } from '#shared/purchase/limits.ts';
import { openPrivateNotes } from '../../assistant/private-notes.ts';
import type { ProposedSearch, Sources } from '../../assistant/sources.ts';
import { ASSISTANT_TOOLS } from '../../assistant/tools/index.ts';
import { type StoredAwards, storeAwards } from '../../awards/testing/stored-awards.ts';
import { createPlaces } from '../../places/places.ts';
import { assistantSources } from '../assistants/sources.ts';

/** The current time in tests, UTC ms. */
export const NOW = Date.parse('2026-11-20T12:00:00Z');

/** Its index of names takes longer to make than any test. */
const places = createPlaces();

export type ToolsOver = StoredAwards & {
  /** Calls a tool like a client, validating input and output by its schemas. */
  ask(name: string, input?: Record<string, unknown>): Promise<Record<string, unknown>>;
  proposed: ProposedSearch[];
  makePrivate(note: UserNote): void;
};

/** The assistant tools over awards in memory or in a data file. */
export function toolsOver(
  stored = storeAwards(),
  identity = 'demo',
  now = NOW,
  demo = true,
  instead: (sources: Sources) => Partial<Sources> = () => ({}),
): ToolsOver {
  const notes = openPrivateNotes(stored.storage);
  const proposed: ProposedSearch[] = [];
  const sources: Sources = {
    ...assistantSources({
      storage: stored.storage,
      reads: stored.awards.reads,
      places,
      clock: () => now,
      limits: () => DEFAULT_LIMITS,
      marketplace: () => ({ identity, demo }),
    }),
    marketplace: () => ({ name: 'Demo marketplace', demo }),
    privateNotes: notes.among,
    propose: (search) => {
      proposed.push(search);
      return `proposal-${proposed.length}`;
    },
  };
  Object.assign(sources, instead({ ...sources }));
  return {
    ...stored,
    proposed,
    makePrivate: (note) => notes.set(note, true, now),
    async ask(name, input = {}) {
      const tool = ASSISTANT_TOOLS.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`There is no tool ${name}.`);
      const { answer } = await tool.run(tool.input.parse(input) as never, sources);
      return tool.output.strict().parse(JSON.parse(JSON.stringify(answer))) as Record<string, unknown>;
    },
  };
}
