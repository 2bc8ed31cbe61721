/** What the Catalogue shows, as its address. */
import { anyText, type UnreadPart, unreadParts } from '../components/address-parts.ts';

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

const TOOLS = { reads: anyText, instead: 'no Tool is chosen by it', times: MOST_COMPARED };

/** What of an address of the Catalogue could not be read, and what is shown instead. Pure. */
export const unreadOfCatalogue = (search: string): UnreadPart[] =>
  unreadParts(search, {
    q: { reads: anyText, instead: 'nothing is searched for' },
    health: { reads: anyText, instead: 'Tools of any health are shown' },
    // What is no price is told beside its field.
    price: { reads: anyText, instead: 'Tools of any price are shown' },
    chosen: TOOLS,
  });

/** The same of the comparison's address. */
export const unreadOfToolComparison = (search: string): UnreadPart[] => unreadParts(search, { refs: TOOLS });
