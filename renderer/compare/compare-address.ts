/** What Compare shows, as its address. */
import { type Scope, scopeSchema } from '#shared/contract/awards.ts';

/** The contract compares two to six. */
export const LEAST_COLUMNS = 2;
export const MOST_COLUMNS = 6;

export type CompareAddress = {
  scopes: Scope[];
  /** Only direct award space counts. */
  direct: boolean;
  /** Only award space with so many seats, or whose count is not given, counts. */
  seatsMin: number | null;
};

function readScopes(text: string | null): Scope[] {
  if (text === null) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) return [];
    return parsed
      .flatMap((each) => {
        const scope = scopeSchema.safeParse(each);
        return scope.success ? [scope.data] : [];
      })
      .slice(0, MOST_COLUMNS);
  } catch {
    return [];
  }
}

export function readCompareAddress(search: string): CompareAddress {
  const params = new URLSearchParams(search);
  const seats = params.get('seats');
  return {
    scopes: readScopes(params.get('scopes')),
    direct: params.get('direct') === '1',
    seatsMin: seats !== null && /^[1-9]\d?$/.test(seats) ? Number(seats) : null,
  };
}

export function comparePath({ scopes, direct, seatsMin }: CompareAddress): string {
  const params = new URLSearchParams();
  if (scopes.length > 0) params.set('scopes', JSON.stringify(scopes));
  if (direct) params.set('direct', '1');
  if (seatsMin !== null) params.set('seats', String(seatsMin));
  const search = params.toString();
  return search === '' ? '/compare' : `/compare?${search}`;
}
