/** Parses JSON text of a column, null without any; `instead` if it is damaged, which costs this value alone. */
export function jsonOfColumn(text: string | null, instead: unknown = null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return instead;
  }
}
