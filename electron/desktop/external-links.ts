import { isWebAddress } from '#shared/web-address.ts';

export type ExternalLinksDeps = {
  /** Addresses whose origins may be opened: the marketplace's and those in the program's credits. */
  allowed: () => Promise<readonly string[]>;
  /** Addresses that the user saved; only these exact addresses may be opened. */
  links: () => readonly string[];
  /** Opens an address in the user’s browser. */
  open: (url: string) => Promise<void>;
};

/** Parses an HTTPS address without user name or password; null for any other. */
function forBrowser(url: string): URL | null {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.protocol === 'https:' && parsed.username === '' && parsed.password === ''
    ? parsed
    : null;
}

/**
 * Opens a link in the user’s browser if its origin is allowed or the user saved that exact address. Other links are
 * dropped, since they may come from the service's text and other schemes would start other programs. Returns whether the
 * link was opened.
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
