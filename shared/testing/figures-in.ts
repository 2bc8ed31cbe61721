/** The figures of a text, in order: what a label has to get right, in whatever words it says it. */
export const figuresIn = (text: string | null): string[] =>
  (text ?? '').match(/−?\d(?:[\d,.]*\d)?(?: : \d)?%?/gu) ?? [];
