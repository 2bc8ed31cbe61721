import { type Amount, amountSchema } from '#shared/money.ts';

/** Parses JSON text of a column, null without any; `instead` if it is damaged, which costs this value alone. */
export function jsonOfColumn(text: string | null, instead: unknown = null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return instead;
  }
}

/** The amount in a column; null where it holds none that can be read. */
export const amountOfColumn = (text: string | null): Amount | null =>
  amountSchema.safeParse(jsonOfColumn(text)).data ?? null;
