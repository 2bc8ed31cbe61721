/** The browser's storage for one tab. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What was stored for this tab; null where it cannot be read. */
export function readFromTab(storage: TabStorage, name: string): unknown {
  try {
    return JSON.parse(storage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Stores something for this tab over a reload, as far as there is space: a few megabytes. What does not fit lives as
 * long as the page, and typing continues.
 */
export function storeInTab(storage: TabStorage, name: string, value: unknown): void {
  try {
    storage.setItem(name, JSON.stringify(value));
  } catch {
    return;
  }
}
