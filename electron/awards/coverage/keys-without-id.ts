import { ambiguousIds } from '#shared/award-search/page-remarks.ts';
import type { AwardPage, AwardRecord } from '#shared/award-search/response.ts';

/** What no service's ID begins with: a separator that is no printable character. */
export const WITHOUT_ID = '\u001f';
/** The first text after every key that begins so. */
export const AFTER_WITHOUT_ID = '\u0020';

/** Whether a record is known here by its content, because the service gave it no ID, or one that others have as well. */
export const isWithoutId = (key: string): boolean => key.startsWith(WITHOUT_ID);

/** The ID that the service gave a record that is known by its content. */
export function idInContent(key: string): string {
  const content = key.slice(WITHOUT_ID.length).replace(/ \(\d+\)$/u, '');
  return (JSON.parse(content) as { recordId: string }).recordId;
}

/**
 * Keys for the records of one page. A record is known by its ID; one with an empty ID, or one that stands for another
 * record of the page as well, by all that it says, and several that say the same by their order on the page: two records
 * are never one because the service named neither, nor because two sources say the same.
 */
export function keysWithoutId(
  source: string,
  page: Pick<AwardPage, 'rows'>,
): (record: AwardRecord & { recordId: string }) => string {
  const counts = new Map<string, number>();
  const ambiguous = ambiguousIds(page);
  return (record) => {
    const { recordId } = record;
    if (recordId.trim() !== '' && !ambiguous.has(recordId) && !isWithoutId(recordId)) return recordId;
    const content = JSON.stringify(source === '' ? record : { ...record, source });
    const before = counts.get(content) ?? 0;
    counts.set(content, before + 1);
    return `${WITHOUT_ID}${content}${before === 0 ? '' : ` (${before + 1})`}`;
  };
}
