/** The address of the screen that fills a Tool in. */

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

/** Null where the address names no Tool; an input that was cut short is left out. */
export function readToolUseAddress(search: string): ToolUseAddress | null {
  const params = new URLSearchParams(search);
  const toolRef = params.get('ref') ?? '';
  if (toolRef === '') return null;
  try {
    const given: unknown = JSON.parse(params.get('input') ?? 'null');
    return {
      toolRef,
      given: typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : null,
    };
  } catch {
    return { toolRef, given: null };
  }
}
