import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import type { ToolPage } from '#shared/contract/catalogue.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { Marketplace } from '../marketplace/http/answer.ts';
import type { Storage } from '../storage/open.ts';
import { answerCache } from './answer-cache.ts';
import { type AwardTools, cachedAwardTools, refreshAwardTools } from './award-tools.ts';
import { createCatalogueReader } from './catalogue-reader.ts';
import { compareFromCache, compareFromService } from './comparison.ts';
import { createFreshnessRead } from './freshness-read.ts';
import { listFromCache, listFromService } from './listing.ts';
import { describeFromCache, describeFromService } from './tool-page.ts';

export type CatalogueDeps = {
  marketplace: () => Marketplace;
  /** The marketplace in use; answers of different marketplaces are never mixed. */
  identity: () => string;
  storage: Storage;
  /** UTC milliseconds. */
  clock: () => number;
  publish: Publish;
};

export type Catalogue = {
  /** All but `checkInput` and `inputForm`, which depend on other features. */
  handlers: Omit<ContractHandlers['catalogue'], 'checkInput' | 'inputForm'>;
  /** Cached award search Tools; makes no request. */
  awardTools(): AwardTools;
  /** Finds them at the service. Throws `ContractFailure` if it cannot be reached. */
  refreshAwardTools(): Promise<AwardTools>;
  /** The cached page of a Tool; null if there is none. */
  cachedTool(toolRef: string): ToolPage | null;
  /** The freshness last read from the service in use; null if never read. */
  freshness(): CatalogueFreshness | null;
};

/**
 * The service's catalogue, cached for offline use, each answer with its age and whether it proves absence (§1.4). Source
 * `cached` answers from the file alone; `service` requests and caches, and throws `ContractFailure`.
 */
export function createCatalogue(deps: CatalogueDeps): Catalogue {
  const reader = createCatalogueReader({ ...deps, cached: answerCache(deps.storage) });
  const freshness = createFreshnessRead(reader);
  const lists: Catalogue['handlers']['list'] & Catalogue['handlers']['search'] = ({ from, ...question }) =>
    from === 'cached'
      ? listFromCache(reader, freshness, question)
      : listFromService(reader, freshness, question);
  return {
    handlers: {
      freshness: ({ from }) =>
        from === 'cached' ? freshness.cached(deps.identity()) : freshness.fromService(),
      list: lists,
      search: lists,
      describe: ({ from, toolRef }) =>
        from === 'cached'
          ? describeFromCache(reader, freshness, toolRef)
          : describeFromService(reader, freshness, toolRef),
      compare: ({ from, toolRefs }) =>
        from === 'cached'
          ? compareFromCache(reader, freshness, toolRefs)
          : compareFromService(reader, freshness, toolRefs),
    },
    awardTools: () => cachedAwardTools(reader, freshness),
    refreshAwardTools: () => refreshAwardTools(reader, freshness),
    cachedTool: (toolRef) => describeFromCache(reader, freshness, toolRef),
    freshness: () => freshness.cached(deps.identity()),
  };
}
