import type { MarkChange } from '#shared/contract/annotations.ts';
import type { Mark } from '#shared/contract/awards.ts';

export const isEmptyMark = ({ starred, tags, note }: Mark): boolean =>
  !starred && tags.length === 0 && note === '';

/** A mark after a change. Tags keep their order; one that is there in other letters' case is the same tag. */
export function changedMark(mark: Mark, change: MarkChange): Mark {
  const same = (a: string) => (b: string) => a.toLowerCase() === b.toLowerCase();
  const tags = [...mark.tags];
  for (const tag of change.addTags ?? []) if (!tags.some(same(tag))) tags.push(tag);
  return {
    starred: change.starred ?? mark.starred,
    tags: tags.filter((tag) => !change.removeTags?.some(same(tag))),
    note: change.note === undefined ? mark.note : change.note.trim(),
  };
}
