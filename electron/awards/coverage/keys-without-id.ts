import type { AwardRecord } from '#shared/award-search/answered-row.ts';
import { ambiguousIds } from '#shared/award-search/page-remarks.ts';
import type { AwardPage } from '#shared/award-search/response.ts';
import { idInKey, keyWithSource, sourceBeforeId } from '#shared/record-kinds/source-keys.ts';

/** Prefix of keys made from content: a control character, which no service's ID begins with. */
export const WITHOUT_ID = '\u001f';
/** The first text that sorts after every key with that prefix. */
export const AFTER_WITHOUT_ID = '\u0020';

/** Whether a key was made from the record's content, because its ID was empty or not unique. */
export const isWithoutId = (key: string): boolean => key.startsWith(WITHOUT_ID);

type Content = { recordId: string; source?: string };

/** Splits a key made from content into the content and the ordinal among identical records. */
function parseContentKey(key: string): { content: Content; ordinal: string } {
  const ordinal = / \(\d+\)$/u.exec(key)?.[0] ?? '';
  const text = key.slice(WITHOUT_ID.length, key.length - ordinal.length);
  return { content: JSON.parse(text) as Content, ordinal };
}

/** The service's ID in a key made from content. */
export const idInContent = (key: string): string => idInKey(parseContentKey(key).content.recordId);

/** The source in any record's key; empty for the first source. */
export const sourceInKey = (key: string): string =>
  isWithoutId(key) ? (parseContentKey(key).content.source ?? '') : sourceBeforeId(key);

/** The key that a record would have under another source. */
export function keyForSource(source: string, key: string): string {
  const withSource = (id: string) => keyWithSource(source, id) ?? id;
  if (!isWithoutId(key)) return withSource(idInKey(key));
  const { content, ordinal } = parseContentKey(key);
  const { source: _before, ...record } = { ...content, recordId: withSource(idInKey(content.recordId)) };
  return `${WITHOUT_ID}${JSON.stringify(source === '' ? record : { ...record, source })}${ordinal}`;
}

/**
 * Makes keys for the records of one page. A key is the record's ID. If the ID is empty, shared by several records of the
 * page, or (`isTaken`) used by another record of the run, the key is the source and the whole content, with an ordinal if
 * several are identical, so that distinct records are never merged.
 */
export function createRecordKeys(
  source: string,
  page: Pick<AwardPage, 'rows'>,
): (record: AwardRecord & { recordId: string }, isTaken?: boolean) => string {
  const counts = new Map<string, number>();
  const ambiguous = ambiguousIds(page);
  return (record, isTaken = false) => {
    const { recordId } = record;
    if (!isTaken && recordId.trim() !== '' && !ambiguous.has(recordId) && !isWithoutId(recordId))
      return recordId;
    const content = JSON.stringify(source === '' ? record : { ...record, source });
    const before = counts.get(content) ?? 0;
    counts.set(content, before + 1);
    return `${WITHOUT_ID}${content}${before === 0 ? '' : ` (${before + 1})`}`;
  };
}
