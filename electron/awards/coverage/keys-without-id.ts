import type { AwardRecord } from '#shared/award-search/response.ts';

/** What no service's ID begins with: a separator that is no printable character. */
export const WITHOUT_ID = '\u001f';
/** The first text after every key that begins so. */
export const AFTER_WITHOUT_ID = '\u0020';

/** Whether a record is known here by its content, because the service gave it no ID. */
export const isWithoutId = (key: string): boolean => key.startsWith(WITHOUT_ID);

/**
 * Keys for the records of one page. A record is known by its ID; one with an empty ID by all that it says, and several
 * that say the same by their order on the page: two records are never one because the service named neither, nor
 * because two sources say the same.
 */
export function keysWithoutId(source: string): (record: AwardRecord & { recordId: string }) => string {
  const counts = new Map<string, number>();
  return (record) => {
    if (record.recordId.trim() !== '') return record.recordId;
    const content = JSON.stringify(source === '' ? record : { ...record, source });
    const before = counts.get(content) ?? 0;
    counts.set(content, before + 1);
    return `${WITHOUT_ID}${content}${before === 0 ? '' : ` (${before + 1})`}`;
  };
}
