import { AWARD_SEARCH_VERSION, awardSearchProvider } from '#shared/award-search/capability.ts';
import { checkAwardSearchRequest, searchCriteria, searchTitle } from '#shared/award-search/request.ts';
import type { ToolDetail } from '#shared/contract/catalogue.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { CheckedInput, ToolFacts } from './purchases/room.ts';

/** What a purchase needs to know of Tools, from the kept catalogue. */
export type ToolKnowledge = {
  facts(toolRef: string): ToolFacts | null;
  checkInput(toolRef: string, input: Record<string, unknown>): CheckedInput;
  isAwardSearch(toolRef: string): boolean;
};

const isOtherVersion = (version: string | null): boolean =>
  version !== null && version.replace(/^v/i, '').split('.')[0] !== String(AWARD_SEARCH_VERSION);

const plain = (token: string): string => token.replaceAll('_', ' ');

/** What data leaves and to whom, one sentence for all fields that share the same use. */
function dataUseWords(uses: ToolDetail['dataUse']): string[] {
  const fields = new Map<string, string[]>();
  for (const use of uses) {
    const purposes = use.purposes.map(plain).join(', ') || 'a purpose that is not told';
    const sentence = `to ${use.recipient}, as ${plain(use.classification)}, to ${purposes}`;
    const field = use.inputPointer.replace(/^\//, '') || 'the whole request';
    fields.set(sentence, [...(fields.get(sentence) ?? []), field]);
  }
  return [...fields].map(([sentence, names]) => `${names.join(', ')}: ${sentence}`);
}

export function toolKnowledge(catalogue: Catalogue): ToolKnowledge {
  const page = (toolRef: string) => catalogue.keptTool(toolRef);

  function isAwardSearch(toolRef: string): boolean {
    const capabilityId = page(toolRef)?.tool?.capabilityId ?? null;
    return capabilityId !== null && awardSearchProvider(capabilityId) !== undefined;
  }

  return {
    isAwardSearch,

    facts(toolRef) {
      const kept = page(toolRef);
      if (kept?.tool == null) return null;
      const { tool, posture } = kept;
      const callable =
        posture.state !== 'callable'
          ? { ok: false as const, words: posture.words }
          : isAwardSearch(toolRef) && isOtherVersion(tool.version)
            ? {
                ok: false as const,
                words: `It is version ${tool.version} of the award search; Milepost knows version ${AWARD_SEARCH_VERSION} and sends nothing to another.`,
              }
            : { ok: true as const };
      return {
        title: tool.title,
        providerName: tool.provider.name,
        callable,
        dataUse: dataUseWords(tool.dataUse),
        effects: tool.effects.map(
          (effect) => `${plain(effect.class)} (${plain(effect.authority)}, ${plain(effect.reversibility)})`,
        ),
      };
    },

    /** The award search is held to §2.1 here as well, whatever the screen let through; other Tools to their own schema when the request is built. */
    checkInput(toolRef, input) {
      if (!isAwardSearch(toolRef))
        return { ok: true, input, title: page(toolRef)?.tool?.title ?? 'a Tool that is no longer kept' };
      const checked = checkAwardSearchRequest(input);
      if (!checked.ok) return { ok: false, problems: checked.problems };
      return { ok: true, input: checked.request, title: searchTitle(searchCriteria(checked.request)) };
    },
  };
}
