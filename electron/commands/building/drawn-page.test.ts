import { describe, expect, it } from 'vitest';
import { withoutStyleAttributes } from './drawn-page.ts';

describe('styles in the markup of the first screen', () => {
  it('become rules for the elements that carried them', () => {
    const { markup, rules } = withoutStyleAttributes(
      '<p style="--size:2px">one</p><b style="--size:2px">two</b>',
    );
    expect(markup).toBe('<p data-style="--size:2px">one</p><b data-style="--size:2px">two</b>');
    expect(rules).toBe('#root [data-style="--size:2px"]{--size:2px}');
  });

  it('hold for values with quotes and signs', () => {
    const { markup, rules } = withoutStyleAttributes('<p style="font-family:&quot;A &amp; B&quot;">one</p>');
    expect(markup).toBe('<p data-style="font-family:&quot;A &amp; B&quot;">one</p>');
    expect(rules).toBe(String.raw`#root [data-style="font-family:\"A & B\""]{font-family:"A & B"}`);
  });

  it('leave none behind that the policy of the page would refuse', () => {
    expect(withoutStyleAttributes('<p class="a" style="">one</p>').markup).not.toMatch(/ style=/u);
  });
});
