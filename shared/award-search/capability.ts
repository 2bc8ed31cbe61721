/**
 * The capability name of the award search is `get.<provider>.api-awards-search`, version 1 (§1.7); its operation id
 * puts `capability:` before it. The provider part is not documented, so any is accepted.
 */
export const AWARD_SEARCH_VERSION = 1;

/**
 * Its name as in §1.7, or with another separator throughout; some put the version before or after it, with a separator
 * or a word, and some a URL before everything.
 */
const AWARD_SEARCH_NAME =
  /^(?:urn:(?:[\w-]+:)?|https?:\/\/[^\s?#]{1,200}\/(?=(?:capabilit(?:y|ies)|operations?)\/))?(?:(?:capability[:/._-]|capabilities\/|operations?\/)\s*)?(?:v(?<before>\d+(?:\.\d+)*)[./:_-])?(?:capability[:/._-]\s*)?get(?<sign>[._:/-])(?<provider>[^\s,:@/]+)\k<sign>api[-_]awards[-_]search(?:(?:[@:/#]|[._-](?=v|\d)|[,;?]?\s*\(?(?:version[\s=:]*)|[._-]version[._-]|\/versions?\/|,?\s+\(?)v?(?<behind>\d+(?:\.\d+)*(?:-[a-z][\w.-]{0,40})?)\)?)?$/i;

/** The name in camel case, as programs write it. */
const IN_CAPITALS = /^(?:capability[:/]?)?[gG]et([A-Z][A-Za-z\d]*)ApiAwardsSearch(?:V(\d+))?$/;

type NameParts = { provider: string; version: string | undefined };

function nameIn(capabilityId: string): NameParts | null {
  const name = decoded(capabilityId).trim();
  const [, provider, version] = IN_CAPITALS.exec(name) ?? [];
  if (provider !== undefined) return { provider: provider.toLowerCase(), version };
  const parts = AWARD_SEARCH_NAME.exec(name)?.groups;
  return parts?.provider === undefined
    ? null
    : { provider: parts.provider, version: parts.behind ?? parts.before };
}

/** Without percent-encoding, as a name appears in a URL. */
function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** The provider named by an award search capability id; undefined where the id names another capability. */
export const awardSearchProvider = (capabilityId: string): string | undefined =>
  nameIn(capabilityId)?.provider;

/** The version that is part of the capability's name; undefined where there is none. */
export const versionInName = (capabilityId: string): string | undefined => nameIn(capabilityId)?.version;

/** Whether a text is a version that can be compared; an opaque value, such as a digest, is not. */
export const isVersion = (written: string): boolean => VERSION.test(written.trim());

/** `1`, `v1.2`, `Version: 1`, `^1`, `1.x`, `1-beta.2`, `1 (current)`. */
const VERSION =
  /^(?:ver(?:sion)?)?[\s.:=-]{0,3}[v^~]?[\s.]?(\d{1,6})(?:[.,_](?:\d{1,6}|[x*]))*(?:[-+].*|\s*[[(].*|st|nd|rd|th)?$/i;

/** Whether a version as the service writes it differs from that of §1.7; false where it is not known. */
export const isOtherVersion = (version: string | null): boolean =>
  version !== null &&
  isVersion(version) &&
  Number(VERSION.exec(version.trim())?.[1]) !== AWARD_SEARCH_VERSION;
