/**
 * A JSON value in pieces that are each transferred quickly. A heavy container comes in several, which each add
 * entries to `container`; heavy entries come earlier and are inserted by index or name.
 */
export type AnswerPiece = {
  container: number;
  kind: 'array' | 'object';
  /** Items in order, or names with their values. */
  items: unknown[] | [string, unknown][];
  /** Earlier containers, with the index or name under which they are inserted. */
  heavy: [number | string, number][];
};

type Pieces = { ok: true; pieces: AnswerPiece[]; value: unknown } | { ok: false };

/**
 * The most weight in one piece: a value weighs 1, a name 4, 50 characters 1. Transferring it takes some ten
 * milliseconds.
 */
const HEAVIEST_PIECE = 10_000;
const NAME = 4;
const CHARACTERS = 50;

/** Of one object: whoever reads it later looks at all of them in one turn. */
const MOST_NAMES = 50_000;

type Placed = { value: unknown; weight: number } | { container: number };

/** Splits a value from `JSON.parse`. A light root is `value` itself, else the last container. */
export function splitIntoPieces(root: unknown, mostValues: number): Pieces {
  const pieces: AnswerPiece[] = [];
  let containers = 0;
  let values = 0;

  function place(value: unknown): Placed | null {
    values += 1;
    if (values > mostValues) return null;
    if (typeof value === 'string') {
      // A long text cannot be split, but is transferred quickly.
      return { value, weight: 1 + Math.min(value.length / CHARACTERS, HEAVIEST_PIECE) };
    }
    if (typeof value !== 'object' || value === null) return { value, weight: 1 };
    if (Array.isArray(value)) return parts('array', value);
    const members = Object.entries(value);
    return members.length > MOST_NAMES ? null : parts('object', members, value);
  }

  /** `whole` is the container itself, if it stays in one piece. */
  function parts(
    kind: AnswerPiece['kind'],
    items: readonly unknown[],
    whole: unknown = items,
  ): Placed | null {
    let container: number | null = null;
    let piece: Pick<AnswerPiece, 'items' | 'heavy'> = { items: [], heavy: [] };
    let weight = 1;
    const flush = (): number => {
      container ??= ++containers;
      pieces.push({ container, kind, ...piece });
      piece = { items: [], heavy: [] };
      weight = 1;
      return container;
    };
    for (const [index, item] of items.entries()) {
      const [name, member] = kind === 'object' ? (item as [string, unknown]) : [index, item];
      const placed = place(member);
      if (placed === null) return null;
      const isHeavy = 'container' in placed;
      const own =
        (isHeavy ? 1 : placed.weight) + (kind === 'object' ? NAME + String(name).length / CHARACTERS : 0);
      if (weight > 1 && weight + own > HEAVIEST_PIECE) flush();
      weight += own;
      const shown = isHeavy ? null : placed.value;
      (piece.items as unknown[]).push(kind === 'object' ? [name, shown] : shown);
      if (isHeavy) piece.heavy.push([name, placed.container]);
    }
    return container === null && piece.heavy.length === 0 ? { value: whole, weight } : { container: flush() };
  }

  const placed = place(root);
  if (placed === null) return { ok: false };
  return { ok: true, pieces, value: 'container' in placed ? undefined : placed.value };
}

/** Assembles pieces, one at a time. */
export function createAssembler() {
  const containers = new Map<number, unknown[] | Record<string, unknown>>();
  let last: unknown;
  return {
    add({ container, kind, items, heavy }: AnswerPiece): void {
      const into = containers.get(container) ?? (kind === 'array' ? [] : {});
      containers.set(container, into);
      if (Array.isArray(into)) for (const item of items) into.push(item);
      else for (const [name, value] of items as [string, unknown][]) set(into, name, value);
      for (const [name, of] of heavy) {
        set(into as Record<string, unknown>, String(name), containers.get(of));
        containers.delete(of);
      }
      last = into;
    },
    value: () => last,
  };
}

/** As `JSON.parse` does: any name becomes an own property. */
function set(into: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(into, name, { value, writable: true, enumerable: true, configurable: true });
  else into[name] = value;
}
