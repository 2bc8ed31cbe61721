/** What the Catalogue shows, as its address. */

/** The service compares one to four (`compare` of the contract). */
export const MOST_COMPARED = 4;

export type CatalogueAddress = {
  query: string;
  health: string | null;
  /** As typed, so that a half-typed price survives; read with `parseAmount`. */
  maximumPrice: string;
  /** Tools chosen for comparison. */
  chosen: string[];
};

export function readCatalogueAddress(search: string): CatalogueAddress {
  const params = new URLSearchParams(search);
  return {
    query: params.get('q') ?? '',
    health: params.get('health'),
    maximumPrice: params.get('price') ?? '',
    chosen: [...new Set(params.getAll('chosen'))].slice(0, MOST_COMPARED),
  };
}

export function cataloguePath({ query, health, maximumPrice, chosen }: CatalogueAddress): string {
  const params = new URLSearchParams();
  if (query !== '') params.set('q', query);
  if (health !== null) params.set('health', health);
  if (maximumPrice !== '') params.set('price', maximumPrice);
  for (const toolRef of chosen) params.append('chosen', toolRef);
  const search = params.toString();
  return search === '' ? '/catalogue' : `/catalogue?${search}`;
}

export const toolPath = (toolRef: string): string => `/catalogue/tool?ref=${encodeURIComponent(toolRef)}`;

export const toolComparisonPath = (toolRefs: readonly string[]): string =>
  `/catalogue/compare?${toolRefs.map((toolRef) => `refs=${encodeURIComponent(toolRef)}`).join('&')}`;

/** The Tools that an address of the comparison names, at most four. */
export const readComparedTools = (search: string): string[] =>
  [...new Set(new URLSearchParams(search).getAll('refs'))].slice(0, MOST_COMPARED);
