/** Separates a source from its own ID in the key of a record: a non-printable character. */
const SEPARATOR = '\u001e';

/**
 * The key of a record of a source: an ID is meaningful only within its source. For the contract's award search the key
 * is just the ID; an empty or unreadable one stays so.
 */
export const keyWithSource = (source: string, recordId: string | null): string | null =>
  source === '' || recordId === null || recordId.trim() === ''
    ? recordId
    : `${source}${SEPARATOR}${recordId}`;

/** The service's own ID in the key of a record. */
export const idInKey = (key: string): string => key.slice(key.indexOf(SEPARATOR) + 1);

/** The source in the key of a record that is identified by its ID; empty for the first of its kind. */
export const sourceBeforeId = (key: string): string => key.slice(0, Math.max(0, key.indexOf(SEPARATOR)));
