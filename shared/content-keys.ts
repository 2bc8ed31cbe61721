/** A key for each item of a list: its content, and where several are equal, which of them it is. */
export function contentKeys(items: readonly unknown[]): string[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const content = JSON.stringify(item);
    const before = seen.get(content) ?? 0;
    seen.set(content, before + 1);
    return `${content} ${before}`;
  });
}
