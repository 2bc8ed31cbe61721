import { describe, expect, it } from 'vitest';
import { firstStyles } from './first-styles.ts';

const of = (markup: string, sheet: string) => firstStyles(markup, new TextEncoder().encode(sheet));

describe('the styles of the drawn page', () => {
  const markup = '<p class="a b" id="here"><b>text</b></p>';

  it.each([
    'p',
    '.a',
    '.a.b',
    '#here>b',
    'p:hover',
    '.a[data-open]',
    ':where(.none,.a)',
    ':root',
    '*',
    '.none,.b',
  ])('hold a rule for %s, which stands in it', (selector) =>
    expect(of(markup, `${selector}{color:red}`)).toContain('color:red'),
  );

  it.each(['i', '.none', '.a.none', '.none .a', '#there', '.a:is(.none)'])(
    'hold none for %s, which does not',
    (selector) => expect(of(markup, `${selector}{color:red}`)).toBe(''),
  );

  it('hold what depends on the window and the theme', () => {
    const sheet =
      '@media (width<=48em){.a{color:red}.none{color:#00f}}[data-mantine-color-scheme=dark] .a{color:#fff}';
    expect(of(markup, sheet)).toBe(
      '@media (width<=48em){.a{color:red}}[data-mantine-color-scheme=dark] .a{color:#fff}',
    );
  });
});
