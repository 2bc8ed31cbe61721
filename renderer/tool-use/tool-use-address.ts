/** The address of the screen that fills a Tool in. */
import { anyText, objectOf, type UnreadPart, unreadParts } from '../components/address-parts.ts';

export type ToolUseAddress = {
  toolRef: string;
  /** What to begin with; null where the address says nothing of it. */
  given: Record<string, unknown> | null;
};

export function toolUsePath(toolRef: string, given?: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams({ ref: toolRef });
  if (given !== undefined && Object.keys(given).length > 0) params.set('input', JSON.stringify(given));
  return `/catalogue/tool/use?${params.toString()}`;
}

/** Null where the address names no Tool; an input that was cut short is left out, and told. */
export function readToolUseAddress(search: string): ToolUseAddress | null {
  const params = new URLSearchParams(search);
  const toolRef = params.get('ref') ?? '';
  return toolRef === '' ? null : { toolRef, given: objectOf(params.get('input') ?? '') };
}

/** What of the address could not be read, and what is shown instead. Pure. */
export const unreadOfToolUse = (search: string): UnreadPart[] =>
  unreadParts(search, {
    ref: { reads: anyText, instead: 'no Tool is chosen' },
    input: { reads: (text) => objectOf(text) !== null, instead: 'nothing is filled in by it' },
  });
