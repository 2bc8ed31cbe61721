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
  /** Which marketplace is in use: answers of two are never mixed. */
  identity: () => string;
  storage: Storage;
  /** UTC milliseconds. */
  clock: () => number;
  publish: Publish;
};

export type Catalogue = {
  /** All but the check and the form of an input, which the features decide together. */
  handlers: Omit<ContractHandlers['catalogue'], 'checkInput' | 'inputForm'>;
  /** The award search Tools among what is cached; local, at once. */
  awardTools(): AwardTools;
  /** Looks for them at the service. Throws `ContractFailure` where it cannot be asked. */
  refreshAwardTools(): Promise<AwardTools>;
  /** What is stored of a Tool; null where nothing is. */
  cachedTool(toolRef: string): ToolPage | null;
  /** The freshness as last read from the service in use; null where it never was. */
  freshness(): CatalogueFreshness | null;
};

/**
 * The service's catalogue: asked for, cached for offline with its age, and shown with what it proves and does not prove
 * (§1.4). From `cached` every answer comes at once from the file; `service` asks and caches, and fails in words.
 */
export function createCatalogue(deps: CatalogueDeps): Catalogue {
  const reader = createCatalogueReader({ ...deps, cached: answerCache(deps.storage) });
  const freshness = createFreshnessRead(reader);
  return {
    handlers: {
      freshness: ({ from }) =>
        from === 'cached' ? freshness.cached(deps.identity()) : freshness.fromService(),
      list: ({ from, ...question }) =>
        from === 'cached'
          ? listFromCache(reader, freshness, question)
          : listFromService(reader, freshness, question),
      search: ({ from, ...question }) =>
        from === 'cached'
          ? listFromCache(reader, freshness, question)
          : listFromService(reader, freshness, question),
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
