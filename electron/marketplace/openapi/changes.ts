import { atPointer } from '../service/pointer.ts';
import type { ApiDocument, ApiOperation } from './document.ts';
import { hashOf } from './document-cache.ts';

const digestOfText = (text: string): string => hashOf(new TextEncoder().encode(text));

type Text = { digest: string; references: readonly string[] };
type Referred = { texts: Map<string, Text>; closures: Map<string, string> };
const referred = new WeakMap<object, Referred>();

const textOf = (value: unknown): Text => {
  const text = JSON.stringify(value) ?? '';
  const references = [...text.matchAll(/"\$ref":"(#[^"]*)"/g)].map(([, reference]) => reference ?? '');
  return { digest: digestOfText(text), references: [...new Set(references)] };
};

const referredFrom = (root: unknown): Referred => {
  const fresh = () => ({ texts: new Map(), closures: new Map() });
  if (typeof root !== 'object' || root === null) return fresh();
  const known = referred.get(root) ?? fresh();
  referred.set(root, known);
  return known;
};

/** A digest of an operation's source with everything it refers to. Equal digests mean equal operations. */
function writtenDigest({ root, written }: ApiOperation): string {
  const { texts, closures } = referredFrom(root);
  const own = textOf(written);
  // Operations mostly refer to the same few schemas: closures are computed once per set of references.
  const key = own.references.join();
  const known = closures.get(key);
  if (known !== undefined) return digestOfText(`${own.digest},${known}`);
  const digests: string[] = [];
  const seen = new Set(own.references);
  // A Set's iteration includes elements added during it: each reference is followed once.
  for (const reference of seen) {
    const text = texts.get(reference) ?? textOf(atPointer(root, reference));
    texts.set(reference, text);
    digests.push(text.digest);
    for (const inner of text.references) seen.add(inner);
  }
  const closure = digestOfText(digests.join());
  closures.set(key, closure);
  return digestOfText(`${own.digest},${closure}`);
}

const placeOfOperation = (operation: ApiOperation): string => `${operation.method} ${operation.path}`;

const named = (places: readonly string[]): string =>
  `${places.slice(0, 5).join(', ')}${places.length > 5 ? ` and ${places.length - 5} more` : ''}`;

/** The differences between two documents of a service, as sentences: operations added, removed and changed. */
export function documentChanges(before: ApiDocument, after: ApiDocument): string[] {
  const byPlace = ({ operations }: ApiDocument) =>
    new Map(operations.map((operation) => [placeOfOperation(operation), operation]));
  const [old, now] = [byPlace(before), byPlace(after)];
  const added = [...now.keys()].filter((place) => !old.has(place));
  const removed = [...old.keys()].filter((place) => !now.has(place));
  const changed = [...now].flatMap(([place, operation]) => {
    const one = old.get(place);
    return one !== undefined && writtenDigest(one) !== writtenDigest(operation) ? [place] : [];
  });
  return [
    ...(added.length === 0 ? [] : [`Added: ${named(added)}.`]),
    ...(removed.length === 0 ? [] : [`Removed: ${named(removed)}.`]),
    ...(changed.length === 0 ? [] : [`Changed: ${named(changed)}.`]),
  ];
}
