import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import type { ToolPage } from '#shared/contract/catalogue.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { Marketplace } from '../marketplace/answer.ts';
import type { Storage } from '../storage/open.ts';
import { createAsking } from './asking.ts';
import { type AwardTools, awardToolsKept, refreshAwardTools } from './award-tools.ts';
import { compareFromKept, compareFromService } from './comparison.ts';
import { createFreshnessRead } from './freshness-read.ts';
import { keptAnswers } from './kept-answers.ts';
import { listFromKept, listFromService } from './listing.ts';
import { describeFromKept, describeFromService } from './tool-page.ts';

export type CatalogueDeps = {
  marketplace: () => Marketplace;
  /** Which marketplace is in use: answers of two are never mixed. */
  identity: () => string;
  storage: Storage;
  /** UTC milliseconds. */
  clock: () => number;
  publish: Publish;
};

export type Catalogue = {
  /** All but the check of an input, which the rooms decide together. */
  handlers: Omit<ContractHandlers['catalogue'], 'checkInput'>;
  /** The award search Tools among what is kept; local, at once. */
  awardTools(): AwardTools;
  /** Looks for them at the service. Throws `ContractFailure` where it cannot be asked. */
  refreshAwardTools(): Promise<AwardTools>;
  /** What is kept of a Tool; null where nothing is. */
  keptTool(toolRef: string): ToolPage | null;
  /** The freshness as last read from the service in use; null where it never was. */
  freshness(): CatalogueFreshness | null;
};

/**
 * The service's catalogue: asked for, kept for offline with its age, and told with what it does and does not show
 * (§1.4). From `kept` every answer comes at once from the file; `service` asks and keeps, and fails in words.
 */
export function createCatalogue(deps: CatalogueDeps): Catalogue {
  const asking = createAsking({ ...deps, kept: keptAnswers(deps.storage) });
  const freshness = createFreshnessRead(asking);
  return {
    handlers: {
      freshness: ({ from }) => (from === 'kept' ? freshness.kept(deps.identity()) : freshness.fromService()),
      list: ({ from, ...question }) =>
        from === 'kept'
          ? listFromKept(asking, freshness, question)
          : listFromService(asking, freshness, question),
      search: ({ from, ...question }) =>
        from === 'kept'
          ? listFromKept(asking, freshness, question)
          : listFromService(asking, freshness, question),
      describe: ({ from, toolRef }) =>
        from === 'kept'
          ? describeFromKept(asking, freshness, toolRef)
          : describeFromService(asking, freshness, toolRef),
      compare: ({ from, toolRefs }) =>
        from === 'kept'
          ? compareFromKept(asking, freshness, toolRefs)
          : compareFromService(asking, freshness, toolRefs),
    },
    awardTools: () => awardToolsKept(asking, freshness),
    refreshAwardTools: () => refreshAwardTools(asking, freshness),
    keptTool: (toolRef) => describeFromKept(asking, freshness, toolRef),
    freshness: () => freshness.kept(deps.identity()),
  };
}
