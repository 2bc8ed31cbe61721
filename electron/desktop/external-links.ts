import { isWebAddress } from '#shared/web-address.ts';

export type ExternalLinksDeps = {
  /** Addresses whose origins may be opened: the marketplace's own and those that the program itself credits. */
  allowed: () => Promise<readonly string[]>;
  /** Addresses that the user saved, which may be opened exactly as they are. */
  links: () => readonly string[];
  /** Opens an address in the user’s browser. */
  open: (url: string) => Promise<void>;
};

/** An address for a browser: HTTPS, without a name or password hidden in it. */
function forBrowser(url: string): URL | null {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.protocol === 'https:' && parsed.username === '' && parsed.password === ''
    ? parsed
    : null;
}

/**
 * Hands a link to the user’s browser where its origin is on the list, or where they put that very address on a board
 * of theirs, and drops it otherwise: an address may come from
 * the service's own text, and the system would start other programs for other schemes. Returns whether it was opened.
 */
export async function openExternalLink(
  url: string,
  { allowed, links, open }: ExternalLinksDeps,
): Promise<boolean> {
  const own = links().find((address) => isWebAddress(address) && URL.parse(address)?.href === url);
  if (own !== undefined) {
    await open(url);
    return true;
  }
  const link = forBrowser(url);
  if (link === null) return false;
  const origins = (await allowed()).flatMap((each) => forBrowser(each)?.origin ?? []);
  if (!origins.includes(link.origin)) return false;
  await open(link.href);
  return true;
}
