import { awardSearchProvider } from '#shared/award-search/capability.ts';
import { checkAwardSearchRequest, searchCriteria, searchTitle } from '#shared/award-search/request.ts';
import { awardSearchDrift, isOtherVersion } from '#shared/award-search/schema-differences.ts';
import type { ToolDetail } from '#shared/contract/catalogue.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { CheckedInput, ToolFacts } from './purchases/room.ts';
import { checkAgainstSchema } from './tool-input.ts';
import { inputTitle } from './tool-input-title.ts';

/** What a purchase needs to know of Tools, from the kept catalogue. */
export type ToolKnowledge = {
  facts(toolRef: string): ToolFacts | null;
  checkInput(toolRef: string, input: Record<string, unknown>): CheckedInput;
  /** The Tool's output schema as it is kept; null where none is. */
  outputSchema(toolRef: string): unknown;
  checkInputHandler: ContractHandlers['catalogue']['checkInput'];
};

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

const isAwardSearch = (tool: ToolDetail): boolean =>
  tool.capabilityId !== null && awardSearchProvider(tool.capabilityId) !== undefined;

/** Whether a Tool is the award search of the contract: by its name, its version and its described input. */
const keepsContract = (tool: ToolDetail): boolean => isAwardSearch(tool) && awardSearchDrift(tool) === null;

export function toolKnowledge(catalogue: Catalogue): ToolKnowledge {
  const kept = (toolRef: string): ToolDetail | null => catalogue.keptTool(toolRef)?.tool ?? null;

  /**
   * The award search is held to §2.1 here as well, whatever the screen let through; one that has changed, and every
   * other Tool, to its own schema.
   */
  function check(toolRef: string, input: Record<string, unknown>) {
    const tool = kept(toolRef);
    if (tool !== null && keepsContract(tool)) {
      const checked = checkAwardSearchRequest(input);
      return checked.ok
        ? {
            input: checked.request,
            title: searchTitle(searchCriteria(checked.request)),
            problems: [],
            notice: null,
          }
        : { input, title: '', problems: pointed(checked.problems), notice: null };
    }
    const verdict = checkAgainstSchema(tool?.inputJsonSchema ?? null, input);
    return { input, title: inputTitle(tool?.title ?? 'a Tool that is no longer kept', input), ...verdict };
  }

  return {
    outputSchema: (toolRef) => kept(toolRef)?.outputJsonSchema ?? null,

    facts(toolRef) {
      const page = catalogue.keptTool(toolRef);
      if (page?.tool == null) return null;
      const { tool, posture } = page;
      return {
        toolId: tool.capabilityId ?? tool.toolRef,
        // The name and the version say what comes back (§1.7); a changed input alone does not change that.
        interpretation: isAwardSearch(tool) && !isOtherVersion(tool.version) ? 'award_search' : null,
        listedPrice: tool.displayPrice,
        title: tool.title,
        providerName: tool.provider.name,
        callable: posture.state === 'callable' ? { ok: true } : { ok: false, words: posture.words },
        dataUse: dataUseWords(tool.dataUse),
        effects: tool.effects.map(
          (effect) => `${plain(effect.class)} (${plain(effect.authority)}, ${plain(effect.reversibility)})`,
        ),
      };
    },

    checkInput(toolRef, input) {
      const { problems, title, input: checked } = check(toolRef, input);
      if (problems.length === 0) return { ok: true, input: checked, title };
      return {
        ok: false,
        problems: Object.fromEntries(
          problems.map(({ pointer, words }) => [
            pointer.replace(/^\//, '').replaceAll('/', '.') || 'other',
            words,
          ]),
        ),
      };
    },

    checkInputHandler: ({ toolRef, input }) => {
      const { problems, notice } = check(toolRef, input);
      return { problems, notice };
    },
  };
}

/** Problems of the award search, which stand under the names of its fields, under their pointers. */
const pointed = (problems: Readonly<Record<string, string>>): { pointer: string; words: string }[] =>
  Object.entries(problems).map(([field, words]) => ({
    pointer: field === 'other' ? '' : `/${field}`,
    words,
  }));
