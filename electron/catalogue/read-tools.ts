import { isOtherVersion, isVersion, versionInName } from '#shared/award-search/capability.ts';
import type { Tool, ToolDetail } from '#shared/contract/catalogue.ts';
import { wordsOf } from '../marketplace/answers/fold.ts';
import { membersOf } from '../marketplace/answers/reading.ts';
import { bounded } from '../marketplace/outside/bounded.ts';
import type { AnswerReading, Item, ListedToolFields } from '../marketplace/service/vocabulary.ts';

type Found = Extract<AnswerReading<'describe'>, { kind: 'found' }>;

/** A Tool as lists show it. */
export function toolOf(item: Item<ListedToolFields> | Found): Tool {
  return {
    toolRef: item.toolRef,
    capabilityId: item.capabilityId,
    title: item.title ?? item.toolRef,
    description: item.description ?? '',
    provider: { name: item.providerName, slug: item.providerSlug },
    priceLabel: item.priceLabel,
    displayPrice: item.displayPrice,
    totalAuthorisation: item.totalAuthorisation,
    healthStatus: item.healthStatus,
    listingTier: item.listingTier,
    lastCheckedAt: item.lastCheckedAt,
    lastHealthyAt: item.lastHealthyAt,
    more: item.more,
  };
}

/** What of a Tool is announced to screens where it changes: all but the times of health checks. */
export const announcedTool = <Any extends Tool>(tool: Any): Any => ({
  ...tool,
  lastCheckedAt: null,
  lastHealthyAt: null,
  more: {},
});

/** A Tool that is known from a list alone. */
export const undescribed = (tool: Tool): ToolDetail => ({
  ...tool,
  version: versionInName(tool.capabilityId ?? '') ?? null,
  inputJsonSchema: null,
  outputJsonSchema: null,
  materialTerms: [],
  dataUse: [],
  effects: [],
  authentication: null,
  payment: null,
});

/** A Tool with the details of its page. */
export function toolDetailOf(found: Found): ToolDetail {
  const materialTerms = (found.materialTerms?.items ?? []).map(({ label, value }) => ({
    label,
    value: value ?? '',
  }));
  const payment = membersOf(found.payment);
  return {
    ...toolOf(found),
    version: versionOf(found, materialTerms),
    inputJsonSchema: withinBounds(found.inputJsonSchema),
    outputJsonSchema: withinBounds(found.outputJsonSchema),
    materialTerms,
    dataUse: (found.dataUse?.items ?? []).map((use) => ({
      inputPointer: use.inputPointer ?? '',
      classification: use.classification ?? '',
      phase: use.phase ?? '',
      recipient: use.recipient ?? '',
      purposes: use.purposes ?? [],
    })),
    effects: (found.effects?.items ?? []).map((effect) => ({
      class: effect.class ?? '',
      authority: effect.authority ?? '',
      reversibility: effect.reversibility ?? '',
    })),
    authentication: found.authentication,
    payment: payment === null ? null : { ...payment },
  };
}

/** A schema within the reader's bounds, so that the page can draw it. */
const withinBounds = (schema: unknown): unknown =>
  bounded(schema) ? schema : { description: 'This description is larger than Milepost reads.' };

/** The version of the capability, which defines the output (§1.7); else the Tool's, which may not be comparable. */
function versionOf(found: Found, terms: readonly { label: string; value: string }[]): string | null {
  const term = terms.find(({ label }) => {
    const words = wordsOf(label);
    return words.at(-1) === 'version' && words.length <= 2;
  })?.value;
  const ofCapability = [
    found.capabilityVersion,
    versionInName(found.capabilityId ?? '') ?? null,
    term === undefined || term === '' ? null : term,
  ].filter((one) => one !== null);
  // Of two versions, the unknown one counts.
  const known = [...ofCapability.filter(isOtherVersion), ...ofCapability];
  return known.find(isVersion) ?? found.version ?? known[0] ?? null;
}
