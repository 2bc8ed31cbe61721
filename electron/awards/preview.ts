import { checkAwardSearchRequest } from '#shared/award-search/request.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { KeptFor } from './kept-for.ts';

type Preview = Awaited<ReturnType<ContractHandlers['awards']['preview']>>;

/** What a request would be, what is wrong with it by §2.1, and what is already kept for it. Costs nothing. */
export async function previewOf(
  keptFor: (input: Readonly<Record<string, unknown>>) => Promise<KeptFor>,
  estimate: (input: Readonly<Record<string, unknown>>) => Promise<Preview['estimate']>,
  input: Record<string, unknown>,
): Promise<Preview> {
  const checked = checkAwardSearchRequest(input);
  return {
    request: checked.ok ? checked.request : null,
    problems: checked.ok ? {} : (checked.problems as Record<string, string>),
    saved: await keptFor(input),
    estimate: checked.ok ? await estimate(input) : null,
  };
}
