/** The registry of Tools whose answers become records. Another kind is an entry here and the file that it names. */
import type { SearchCriteria } from '../award-search/request.ts';
import { awardSearch } from './award-search.ts';
import { listNamed, type RecordKind } from './record-kind.ts';
import { seatOffers } from './seat-offers.ts';

const KINDS = [awardSearch, seatOffers] as const;

/** The source of a record; `source` is absent for the first of the award search, `provider` where it is not known. */
export type RecordSource = { source?: string | undefined; provider?: string | undefined };

/** How an output becomes records: the id of its kind. */
export type Interpretation = (typeof KINDS)[number]['id'];

type Kind = RecordKind & { id: Interpretation };

export const RECORD_KINDS: readonly Kind[] = KINDS;

/** The kind of this Tool; null where its answers become no records. */
export const kindOfTool = ({
  capabilityId,
  version,
}: {
  capabilityId: string | null;
  version: string | null;
}) =>
  RECORD_KINDS.find(
    (kind) => capabilityId !== null && kind.provider(capabilityId) !== null && kind.isKnownVersion(version),
  ) ?? null;

/** The kind of this input, and its criteria; null where it is of none. */
export function requestedBy(input: unknown): { kind: Kind; criteria: SearchCriteria } | null {
  for (const kind of RECORD_KINDS) {
    const criteria = kind.criteria(input);
    if (criteria !== null) return { kind, criteria };
  }
  return null;
}

/** The kind of a search that was typed, of which no Tool is known yet. */
export const kindAnswering = (input: unknown): Kind => requestedBy(input)?.kind ?? awardSearch;

/** Wrappers around an answer, each of which may be JSON text. */
const MAX_WRAPPERS = 4;
const MAX_NAMES = 100;

/**
 * The Tool's answer within its output: the output itself, or the only answer with records that its text or one of its
 * members holds. Members beside that one stay beside the records, since they may say that records are missing.
 */
export function unwrappedOutput(kind: RecordKind, output: unknown): unknown {
  return answerWithin(kind, output, 0) ?? output;
}

function answerWithin(kind: RecordKind, output: unknown, depth: number): unknown {
  if (depth > MAX_WRAPPERS) return null;
  if (typeof output === 'string')
    return /^\s*[[{"]/.test(output) ? answerWithin(kind, parsed(output), depth + 1) : null;
  if (typeof output !== 'object' || output === null) return null;
  if (listNamed(output, kind.list) !== null) return output;
  const members = Object.entries(output).slice(0, MAX_NAMES);
  const found = members.flatMap(([name, value]) => {
    const inner = answerWithin(kind, value, depth + 1);
    return inner === null ? [] : [{ name, inner: inner as object }];
  });
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return null;
  if (Array.isArray(output)) return output.length === 1 ? only.inner : null;
  const beside = members.filter(([name]) => name !== only.name);
  const contradicting = beside.filter(([name]) => Object.hasOwn(only.inner, name));
  return {
    ...Object.fromEntries(beside),
    ...(contradicting.length > 0 && { metadata: Object.fromEntries(contradicting) }),
    ...only.inner,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The kind of this name. */
export const kindNamed = (id: Interpretation): Kind =>
  RECORD_KINDS.find((kind) => kind.id === id) ?? awardSearch;

/** The kind that reads the answers of a source; the award search those of a source that no kind knows any more. */
export const readerOfSource = (source: string): Kind => kindOfSource(source) ?? awardSearch;

/** The kind that a source is of; null where no kind knows it any more. */
export const kindOfSource = (source: string): Kind | null =>
  RECORD_KINDS.find((kind) => kind.source === source || source.startsWith(`${kind.id}:`)) ?? null;

/**
 * The source stored with the records of a Tool: the kind's own word for the first provider that a file knows of it, and
 * with the provider for any other. A Tool under another reference, or in a new version, is the same source.
 * @param known the sources of a marketplace with their providers, '' where the provider is not known
 */
export function sourceOfTool(
  { id, source }: RecordKind,
  provider: string,
  known: readonly { source: string; provider: string }[],
): string {
  const own = known.find((each) => each.provider === provider && kindOfSource(each.source)?.id === id);
  const first = known.find((each) => each.source === source);
  if (own !== undefined) return own.source;
  return first === undefined || first.provider === '' || provider === '' ? source : `${id}:${provider}`;
}

/** The provider of a Tool from the name of its capability, in lower case; '' where no kind knows it. */
export const providerOfTool = (capabilityId: string): string =>
  RECORD_KINDS.flatMap((kind) => kind.provider(capabilityId) ?? [])[0] ?? '';

/** The name of a record's source on screens: its kind, and its provider where known. */
export function sourceName({ source = '', provider }: RecordSource): string {
  const named = provider || source.split(':')[1];
  const name = kindOfSource(source)?.name ?? source;
  return named === undefined ? name : `${name} (${named})`;
}
