/** What the demo marketplace made up, and the one sentence that says so where another marketplace is in use. Pure. */
import { isWebAddress } from '../web-address.ts';

/** A marketplace as it is named; `demo` is null where that is not known. */
export type NamedMarketplace = { name: string; demo: boolean | null };

const DEMO: NamedMarketplace = { name: 'Demo marketplace', demo: true };

/** Whether records under this identity were made up: their seats teach nothing of real ones. */
export const isDemoIdentity = (identity: string): boolean => /^demo(?::|$)/u.test(identity);

/** Name and kind of a marketplace, from its identity. */
export function marketplaceOf(identity: string): NamedMarketplace {
  if (isDemoIdentity(identity)) return DEMO;
  if (isWebAddress(identity)) return { name: new URL(identity).host, demo: false };
  return { name: 'A marketplace that is not known', demo: null };
}

/** A marketplace other than the one in use: what is of the demo is marked. */
export const elsewhereLabel = ({ name, demo }: NamedMarketplace): string =>
  demo === true ? `${name}: made up, and nothing to book` : name;

export const MADE_UP = elsewhereLabel(DEMO);
