import { ambiguousIds } from '#shared/award-search/page-remarks.ts';
import type { AwardPage, AwardRecord } from '#shared/award-search/response.ts';
import { idInKey, keyWithSource, sourceBeforeId } from '#shared/record-kinds/source-keys.ts';

/** What no service's ID begins with: a separator that is no printable character. */
export const WITHOUT_ID = '\u001f';
/** The first text after every key that begins so. */
export const AFTER_WITHOUT_ID = '\u0020';

/** Whether a record is known here by its content, because the service gave it no ID, or one that others have as well. */
export const isWithoutId = (key: string): boolean => key.startsWith(WITHOUT_ID);

type Content = { recordId: string; source?: string };

/** What a record that is known by its content says, and the rest of its key: which of several alike it is. */
function contentIn(key: string): { content: Content; place: string } {
  const place = / \(\d+\)$/u.exec(key)?.[0] ?? '';
  const text = key.slice(WITHOUT_ID.length, key.length - place.length);
  return { content: JSON.parse(text) as Content, place };
}

/** The ID that the service gave a record that is known by its content. */
export const idInContent = (key: string): string => idInKey(contentIn(key).content.recordId);

/** The source in the key of a record, whichever way it is known; empty for the first of its kind. */
export const sourceInKey = (key: string): string =>
  isWithoutId(key) ? (contentIn(key).content.source ?? '') : sourceBeforeId(key);

/** The key of a record under another source, as `keysWithoutId` and `keyWithSource` make it there. */
export function keyUnder(source: string, key: string): string {
  const given = (id: string) => keyWithSource(source, id) ?? id;
  if (!isWithoutId(key)) return given(idInKey(key));
  const { content, place } = contentIn(key);
  const { source: _before, ...record } = { ...content, recordId: given(idInKey(content.recordId)) };
  return `${WITHOUT_ID}${JSON.stringify(source === '' ? record : { ...record, source })}${place}`;
}

/**
 * Keys for the records of one page. A record is known by its ID; one with an empty ID, or one that stands for another
 * record of the page as well, by all that it says, and several that say the same by their order on the page: two records
 * are never one because the service named neither, nor because two sources say the same. One whose ID is `taken` by
 * another record of its run is known by all that it says as well.
 */
export function keysWithoutId(
  source: string,
  page: Pick<AwardPage, 'rows'>,
): (record: AwardRecord & { recordId: string }, taken?: boolean) => string {
  const counts = new Map<string, number>();
  const ambiguous = ambiguousIds(page);
  return (record, taken = false) => {
    const { recordId } = record;
    if (!taken && recordId.trim() !== '' && !ambiguous.has(recordId) && !isWithoutId(recordId))
      return recordId;
    const content = JSON.stringify(source === '' ? record : { ...record, source });
    const before = counts.get(content) ?? 0;
    counts.set(content, before + 1);
    return `${WITHOUT_ID}${content}${before === 0 ? '' : ` (${before + 1})`}`;
  };
}
