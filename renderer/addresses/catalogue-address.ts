/** The state of the Catalogue, as its address. */
import { asIs, type Codec, codecs, many, text, textOrNull } from './codecs.ts';

/** The service compares one to four (`compare` of the contract). */
export const MAX_COMPARED = 4;

export type CatalogueAddress = {
  query: string;
  health: string | null;
  /** As typed, so that a half-typed price survives; read with `parseAmount`. */
  maximumPrice: string;
  /** Tools chosen for comparison. */
  chosen: string[];
};

/** Tools by their references, without duplicates and at most as many as can be compared. */
function tools(name: string): Codec<string[]> {
  const codec = many(name, { parse: asIs, instead: 'no Tool is chosen by it', times: MAX_COMPARED });
  return { ...codec, read: (params) => [...new Set(codec.read(params))].slice(0, MAX_COMPARED) };
}

const CATALOGUE = codecs<CatalogueAddress>({
  query: text('q', 'nothing is searched for'),
  health: textOrNull('health', 'Tools of any health are shown'),
  // The field itself reports an invalid price.
  maximumPrice: text('price', 'Tools of any price are shown'),
  chosen: tools('chosen'),
});

export const readCatalogueAddress = (search: string): CatalogueAddress =>
  CATALOGUE.read(new URLSearchParams(search));
export const cataloguePath = (address: CatalogueAddress): string => CATALOGUE.path('/catalogue', address);
export const unreadOfCatalogue = CATALOGUE.unread;

export const toolPath = (toolRef: string): string => `/catalogue/tool?ref=${encodeURIComponent(toolRef)}`;

const COMPARISON = codecs<{ refs: string[] }>({ refs: tools('refs') });

export const toolComparisonPath = (toolRefs: readonly string[]): string =>
  COMPARISON.path('/catalogue/compare', { refs: [...toolRefs] });

/** The Tools that an address of the comparison names, at most four. */
export const readComparedTools = (search: string): string[] =>
  COMPARISON.read(new URLSearchParams(search)).refs;
export const unreadOfToolComparison = COMPARISON.unread;
