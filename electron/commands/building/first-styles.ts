import { type SelectorComponent, transform } from 'lightningcss';

/**
 * The rules of a style sheet that may apply to rendered markup: those with a selector whose tags, classes and IDs all occur
 * in it. Pseudo-classes and media queries (hover, dark, narrow) are kept.
 */
export function firstStyles(markup: string, sheet: Uint8Array): string {
  const inMarkup = (pattern: RegExp) => [...markup.matchAll(pattern)].map(([, found = '']) => found);
  const tags = new Set(inMarkup(/<([a-z][\w-]*)/giu));
  const classes = new Set(inMarkup(/ class="([^"]*)"/gu).flatMap((names) => names.split(' ')));
  const ids = new Set(inMarkup(/ id="([^"]*)"/gu));
  const mayFit = (part: SelectorComponent): boolean => {
    if (part.type === 'type') return tags.has(part.name);
    if (part.type === 'class') return classes.has(part.name);
    if (part.type === 'id') return ids.has(part.name);
    if (part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where'))
      return part.selectors.some((selector) => selector.every(mayFit));
    return true;
  };
  const { code } = transform({
    filename: 'first-screen.css',
    code: sheet,
    minify: true,
    visitor: {
      Rule: {
        style: ({ value }) => (value.selectors.some((selector) => selector.every(mayFit)) ? undefined : []),
      },
    },
  });
  return new TextDecoder().decode(code);
}
