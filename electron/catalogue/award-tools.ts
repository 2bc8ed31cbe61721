import { awardSearchProvider } from '#shared/award-search/capability.ts';
import { awardSearchDrift } from '#shared/award-search/schema-differences.ts';
import {
  type Absence,
  type AnswerRead,
  type CompleteReading,
  completeReading,
  explainAbsence,
  FROM_CACHE,
} from '#shared/catalogue/absence.ts';
import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import type { Tool, ToolPage } from '#shared/contract/catalogue.ts';
import { ContractFailure } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { kindOfTool } from '#shared/record-kinds/record-kinds.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import { lessCertain } from './certainty.ts';
import { dataUseMessages } from './data-use-messages.ts';
import type { FreshnessRead } from './freshness-read.ts';
import { writtenPrice } from './listed-authorisation.ts';
import { listFromService, listPageFromService } from './listing.ts';
import { describeFromCache, describeFromService } from './tool-page.ts';

export type AwardTools = Awaited<ReturnType<ContractHandlers['awards']['tools']>>;

/** The query that the catalogue is searched with. */
const OUTCOME = 'award seat search';
/** Most pages of the list that are read; beyond, "not found" proves nothing. */
const MAX_PAGES = 20;
/** Most Tools without a capability in the list that are described to find it. */
const MAX_UNNAMED = 20;

/** Cached award search Tools, recognised by their capability name (§1.7). */
export function cachedAwardTools(reader: CatalogueReader, freshness: FreshnessRead): AwardTools {
  return awardToolsOrAbsence(reader, freshness, explainAbsence(FROM_CACHE));
}

function awardToolsOrAbsence(
  reader: CatalogueReader,
  freshness: FreshnessRead,
  absence: Absence,
): AwardTools {
  const tools = reader.cached.tools(reader.identity()).flatMap(({ tool }) => {
    if (!isAward(tool) && !isUnnamed(tool)) return [];
    const page = describeFromCache(reader, freshness, tool.toolRef);
    if (page === null || page.posture.state === 'not_found') return [];
    const detail = page.tool;
    const capabilityId = tool.capabilityId ?? detail?.capabilityId ?? null;
    const provider = awardSearchProvider(capabilityId ?? '');
    if (provider === undefined) return [];
    return [
      {
        tool: { ...tool, capabilityId },
        provider: tool.provider.name ?? provider,
        version: detail?.version ?? null,
        posture: page.posture,
        price: detail?.displayPrice ?? listedPrice(tool),
        dataUse: detail === null ? [] : dataUseMessages(detail),
        drift: detail === null ? null : awardSearchDrift(detail),
      },
    ];
  });
  return { tools, absence: tools.length > 0 ? null : absence, others: otherSources(reader, freshness) };
}

/** The listed price of a request, from its amount or its text; null if neither can be read. */
const listedPrice = ({ displayPrice, priceLabel }: Tool) => displayPrice ?? writtenPrice(priceLabel);

/** Callable Tools of other kinds that answer award searches. */
function otherSources(reader: CatalogueReader, freshness: FreshnessRead): AwardTools['others'] {
  return reader.cached.tools(reader.identity()).flatMap(({ tool }) => {
    const page = describeFromCache(reader, freshness, tool.toolRef);
    const detail = page?.tool ?? null;
    if (page?.posture.state !== 'callable' || detail === null) return [];
    const kind = kindOfTool(detail);
    if (kind === null || kind.source === '') return [];
    const { toolRef, title, provider } = detail;
    const price = detail.displayPrice ?? listedPrice(tool);
    return { toolRef, title, provider: provider.name ?? kind.name, kind: kind.id, price };
  });
}

/**
 * Finds award search Tools at the service: searches, reads the whole list if the search finds none, and describes each.
 * Throws `ContractFailure` if the service cannot be reached.
 */
export async function refreshAwardTools(
  reader: CatalogueReader,
  freshness: FreshnessRead,
): Promise<AwardTools> {
  await freshness.fromService();
  const begun = reader.clock();
  const found = await listFromService(reader, freshness, { query: OUTCOME });
  // Where the search found one, the list is not read, so nothing proves absence.
  const list = found.items.some(isAward) ? LISTED : await readList(reader, freshness);
  const cached = reader.cached.tools(reader.identity());
  // Only Tools seen in this reading count.
  const unnamed = found.items.some(isAward)
    ? []
    : cached.filter(({ tool, asOf }) => isUnnamed(tool) && asOf >= begun);
  const candidates = [
    ...cached.filter(({ tool }) => isAward(tool) || isOther(tool)),
    ...unnamed.slice(0, MAX_UNNAMED),
  ];
  const described = await Promise.all(
    candidates.map(async ({ tool }) => {
      try {
        return await describeFromService(reader, freshness, tool.toolRef);
      } catch (error) {
        // A failed description leaves that Tool as cached.
        if (!(error instanceof ContractFailure)) throw error;
        return null;
      }
    }),
  );
  const isHidden = unnamed.length > MAX_UNNAMED || (unnamed.length > 0 && !described.every(isSettled));
  return awardToolsOrAbsence(reader, freshness, explainAbsence(isHidden ? UNNAMED : list));
}

const isAward = ({ capabilityId }: Tool): boolean =>
  capabilityId !== null && awardSearchProvider(capabilityId) !== undefined;

/** Whether the list does not name the Tool's capability. */
const isUnnamed = ({ capabilityId }: Tool): boolean => capabilityId === null;
const UNNAMED = 'the list does not say what each of its Tools does';

/** Whether a description says which Tool it is, or that there is none. */
const isSettled = (page: ToolPage | null): boolean =>
  page?.posture.state === 'callable' || page?.posture.state === 'not_found';

/** Whether a Tool of another kind answers award searches; it proves nothing about the award search itself. */
const isOther = ({ capabilityId }: Tool): boolean =>
  (kindOfTool({ capabilityId, version: null })?.source ?? '') !== '';

/** Why absence is not concluded if a Tool was listed but not described. */
const LISTED = 'the service lists one that it does not describe';

/** Reads every page of the list; returns the complete reading, or why it proves nothing. */
async function readList(
  reader: CatalogueReader,
  freshness: FreshnessRead,
): Promise<CompleteReading | string> {
  const answers: AnswerRead[] = [];
  let inside: CatalogueFreshness | null = null;
  let cursor: string | undefined;
  try {
    do {
      const page = await listPageFromService(reader, freshness, { cursor });
      if (page.list.items.some(isAward)) return LISTED;
      answers.push(page.read);
      inside = lessCertain(inside, page.freshness);
      cursor = page.list.hasMore ? (page.list.nextCursor ?? undefined) : undefined;
    } while (cursor !== undefined && answers.length < MAX_PAGES);
  } catch (error) {
    if (!(error instanceof ContractFailure)) throw error;
    return 'the list could not be read completely';
  }
  const now = await freshness.now();
  return completeReading({
    fromService: true,
    freshness: now === null ? null : lessCertain(now, inside),
    answers,
    fromStart: true,
    filtered: false,
  });
}
