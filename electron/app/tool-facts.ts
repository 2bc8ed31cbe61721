import { awardSearchProvider } from '#shared/award-search/capability.ts';
import { checkAwardSearchRequest, searchCriteria } from '#shared/award-search/request.ts';
import { awardSearchDrift } from '#shared/award-search/schema-differences.ts';
import { searchName } from '#shared/award-search/search-name.ts';
import { effectLabel } from '#shared/catalogue/effects.ts';
import type { ToolDetail } from '#shared/contract/catalogue.ts';
import { ContractFailure } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { kindOfTool, requestedBy } from '#shared/record-kinds/record-kinds.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { dataUseMessages } from '../catalogue/data-use-messages.ts';
import { listedAuthorisation } from '../catalogue/listed-authorisation.ts';
import { inputTitle } from '../catalogue/tool-input-title.ts';
import { member, membersOf } from '../marketplace/answers/reading.ts';
import { bounded } from '../marketplace/outside/bounded.ts';
import type { Outside } from '../marketplace/outside/outside.ts';
import type { SchemaVerdict } from '../marketplace/outside/tool-input.ts';
import type { CheckedInput, ToolFacts } from '../purchases/journal/purchase-context.ts';

/** What purchases need to know about Tools, from the cached catalogue. */
export type ToolKnowledge = {
  facts(toolRef: string): ToolFacts | null;
  /** Requests a Tool's description from the service. Returns null, or the reason of failure, leaving the cache as it is. */
  describe(toolRef: string): Promise<string | null>;
  checkInput(toolRef: string, input: Record<string, unknown>): Promise<CheckedInput>;
  /** The Tool's stored output schema; null if none. */
  outputSchema(toolRef: string): unknown;
  checkInputHandler: ContractHandlers['catalogue']['checkInput'];
  inputFormHandler: ContractHandlers['catalogue']['inputForm'];
};

/** The default values in an input schema, by exact member name. */
const declaredDefaults = (schema: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(membersOf(member(schema, 'properties')) ?? {}).flatMap(([name, property]) => {
      const declared = membersOf(property);
      return declared !== null && Object.hasOwn(declared, 'default') ? [[name, declared.default]] : [];
    }),
  );

const isAwardSearch = (tool: ToolDetail): boolean =>
  tool.capabilityId !== null && awardSearchProvider(tool.capabilityId) !== undefined;

/** Whether a Tool is the contract's award search, by name, version and input schema. */
const meetsContract = (tool: ToolDetail): boolean => isAwardSearch(tool) && awardSearchDrift(tool) === null;

/** Larger inputs are neither checked nor sent: checking by the service's schema may take quadratic time. */
const LARGEST_INPUT = 200_000;

export function toolKnowledge(catalogue: Catalogue, outside: Outside): ToolKnowledge {
  const cached = (toolRef: string): ToolDetail | null => catalogue.cachedTool(toolRef)?.tool ?? null;

  /**
   * Checks an input: for the contract's award search by §2.1, whatever the screen allowed; for any other Tool, or an award
   * search that has changed, by its own schema.
   */
  async function check(toolRef: string, input: Record<string, unknown>) {
    const tool = cached(toolRef);
    if (tool !== null && meetsContract(tool)) {
      const checked = checkAwardSearchRequest(input);
      return checked.ok
        ? {
            input: checked.request,
            title: searchName(searchCriteria(checked.request), true),
            problems: [],
            notice: null,
          }
        : { input, title: '', problems: withPointers(checked.problems), notice: null };
    }
    const verdict = await checkAgainstSchema(tool?.inputJsonSchema ?? null, input);
    const search = tool === null || kindOfTool(tool) === null ? null : requestedBy(input);
    return {
      input,
      title:
        search === null
          ? inputTitle(tool?.title ?? 'a Tool that is no longer cached', input)
          : searchName(search.criteria, true),
      ...verdict,
    };
  }

  /** Checks an input by the Tool's own schema, in a worker thread. */
  async function checkAgainstSchema(schema: unknown, input: Record<string, unknown>): Promise<SchemaVerdict> {
    if ((JSON.stringify(input) ?? '').length > LARGEST_INPUT)
      return { problems: [{ pointer: '', words: 'It is larger than Milepost sends.' }], notice: null };
    const unchecked = (why: string): SchemaVerdict => ({
      problems: [],
      notice: `The input is not checked here: ${why}. The service checks it when it quotes.`,
    });
    if (!bounded(schema)) return unchecked('its schema is larger than Milepost reads');
    const done = await outside.run('checkInput', { schema: JSON.stringify(schema), input });
    return done.ok ? done.value : unchecked(done.why);
  }

  return {
    outputSchema: (toolRef) => cached(toolRef)?.outputJsonSchema ?? null,

    facts(toolRef) {
      const page = catalogue.cachedTool(toolRef);
      if (page?.tool == null) return null;
      const { tool, posture } = page;
      return {
        toolId: tool.capabilityId ?? tool.toolRef,
        interpretation: kindOfTool(tool)?.id ?? null,
        listedPrice: tool.displayPrice,
        listedAuthorisation: listedAuthorisation(tool),
        declaredDefaults: declaredDefaults(tool.inputJsonSchema),
        title: tool.title,
        providerName: tool.provider.name,
        callable:
          posture.state === 'callable'
            ? { ok: true }
            : { ok: false, words: posture.words, undescribed: posture.state === 'unknown' },
        dataUse: dataUseMessages(tool),
        effects: tool.effects.map(effectLabel),
      };
    },

    async describe(toolRef) {
      try {
        await catalogue.handlers.describe({ from: 'service', toolRef });
        return null;
      } catch (error) {
        if (error instanceof ContractFailure) return error.message;
        throw error;
      }
    },

    async checkInput(toolRef, input) {
      const { problems, title, input: checked } = await check(toolRef, input);
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

    checkInputHandler: async ({ toolRef, input }) => {
      const { problems, notice } = await check(toolRef, input);
      return { problems, notice };
    },

    inputFormHandler: async ({ toolRef }) => {
      const schema = cached(toolRef)?.inputJsonSchema ?? null;
      if (!bounded(schema))
        return { ok: false, why: 'The description of its input is larger than a form can be.' };
      const done = await outside.run('form', { schema: JSON.stringify(schema) });
      return done.ok
        ? done.value
        : { ok: false, why: `No form can be drawn of its description: ${done.why}.` };
    },
  };
}

/** Converts problems of the award search from field names to JSON pointers. */
const withPointers = (problems: Readonly<Record<string, string>>): { pointer: string; words: string }[] =>
  Object.entries(problems).map(([field, words]) => ({
    pointer: field === 'other' ? '' : `/${field}`,
    words,
  }));
