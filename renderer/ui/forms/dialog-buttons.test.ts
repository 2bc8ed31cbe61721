import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const HERE = 'renderer/ui/forms/dialog-buttons.tsx';

/** Forms that are a part of their screen: their buttons stand where they begin to be read. */
const ON_THE_PAGE = [
  'renderer/search/award-search-form.tsx',
  'renderer/settings/approvals-fields.tsx',
  'renderer/settings/connections/connect-form.tsx',
  'renderer/settings/connections/provider-section.tsx',
  'renderer/settings/general/home-section.tsx',
  'renderer/settings/limits-section.tsx',
  'renderer/settings/marketplace-section.tsx',
  'renderer/tool-use/tool-input-form.tsx',
];

const screens = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'renderer'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => path.endsWith('.tsx') && path !== HERE)
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** What stands outside every `DialogButtons`. */
const outside = (text: string): string =>
  text.replace(/<DialogButtons[^<]*\/>|<DialogButtons[\s\S]*?<\/DialogButtons>/gu, '');

describe('the buttons of dialogs, sheets and forms in place', () => {
  it('submit through the one component that orders them', () => {
    const submitting = screens.filter(({ text }) => outside(text).includes('type="submit"'));
    expect(submitting.map(({ path }) => path)).toEqual(ON_THE_PAGE);
  });

  it('cancel through the one component that orders them', () => {
    const leaving = screens.filter(({ text }) =>
      /<Button(?:(?!<Button)[\s\S])*?>\s*(?:Cancel|Close|Discard|Not now|Leave it|Back)\s*<\/Button>/u.test(
        outside(text),
      ),
    );
    // The first asks the service to cancel the Call, the second is a form of its screen.
    expect(leaving.map(({ path }) => path)).toEqual([
      'renderer/money/purchase-actions.tsx',
      'renderer/settings/limits-section.tsx',
    ]);
  });
});
