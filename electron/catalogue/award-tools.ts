import { awardSearchProvider } from '#shared/award-search/capability.ts';
import { awardSearchDrift } from '#shared/award-search/schema-differences.ts';
import { type Absence, explainAbsence } from '#shared/catalogue/absence.ts';
import { ContractFailure } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Asking } from './asking.ts';
import type { FreshnessRead } from './freshness-read.ts';
import { listFromService } from './listing.ts';
import { describeFromKept, describeFromService } from './tool-page.ts';

export type AwardTools = Awaited<ReturnType<ContractHandlers['awards']['tools']>>;

/** What the outcome is called when the catalogue is searched for it. */
const OUTCOME = 'award seat search';
/** A catalogue is read to its end only so far: beyond, "not found" stays unsure. */
const MOST_PAGES = 20;

/** The award search Tools among what is kept, recognised by their capability name (§1.7). */
export function awardToolsKept(asking: Asking, freshness: FreshnessRead): AwardTools {
  const identity = asking.identity();
  return foundOr(
    asking,
    freshness,
    explainAbsence({ freshness: freshness.kept(identity), whole: false, fromService: false }),
  );
}

function foundOr(asking: Asking, freshness: FreshnessRead, absence: Absence): AwardTools {
  const tools = asking.kept.tools(asking.identity()).flatMap(({ tool }) => {
    const provider = tool.capabilityId === null ? undefined : awardSearchProvider(tool.capabilityId);
    if (provider === undefined) return [];
    const page = describeFromKept(asking, freshness, tool.toolRef);
    if (page === null || page.posture.state === 'not_found') return [];
    const detail = page.tool;
    return [
      {
        tool,
        provider: tool.provider.name ?? provider,
        version: detail?.version ?? null,
        posture: page.posture,
        price: detail?.displayPrice ?? tool.displayPrice,
        drift: detail === null ? null : awardSearchDrift(detail),
      },
    ];
  });
  return { tools, absence: tools.length > 0 ? null : absence };
}

/**
 * Looks for award search Tools at the service: searches, reads the whole list where the search finds none, and
 * describes each. Throws what crosses the contract where the service cannot be asked at all.
 */
export async function refreshAwardTools(asking: Asking, freshness: FreshnessRead): Promise<AwardTools> {
  await freshness.fromService();
  const found = await listFromService(asking, freshness, { query: OUTCOME });
  const isAward = (capabilityId: string | null) =>
    capabilityId !== null && awardSearchProvider(capabilityId) !== undefined;
  const whole =
    found.items.some(({ capabilityId }) => isAward(capabilityId)) || (await readWholeList(asking, freshness));
  const candidates = asking.kept.tools(asking.identity()).filter(({ tool }) => isAward(tool.capabilityId));
  await Promise.all(
    candidates.map(({ tool }) =>
      describeFromService(asking, freshness, tool.toolRef).catch((error: unknown) => {
        // One description that fails costs that one: its Tool stays as it was kept.
        if (!(error instanceof ContractFailure)) throw error;
      }),
    ),
  );
  const known = freshness.kept(asking.identity());
  return foundOr(asking, freshness, explainAbsence({ freshness: known, whole, fromService: true }));
}

/** Reads the list page by page; true where it was whole to its end. */
async function readWholeList(asking: Asking, freshness: FreshnessRead): Promise<boolean> {
  let cursor: string | undefined;
  try {
    for (let page = 0; page < MOST_PAGES; page++) {
      const list = await listFromService(asking, freshness, { cursor });
      if (!list.whole || (list.hasMore && list.nextCursor === null)) return false;
      if (!list.hasMore) return true;
      cursor = list.nextCursor ?? undefined;
    }
  } catch (error) {
    if (!(error instanceof ContractFailure)) throw error;
  }
  return false;
}
