import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newsOf, readChangelog } from './changelog.ts';

const TEXT = `# Changelog

What a traveller notices.

## [Unreleased]

### Added

- Not yet.

## [1.10.0] - 2027-02-01

### Added

- Trips, in
  two lines.
- \`npm run watch\`.

### Security

- Safe.

## [1.9.2] - 2027-01-01

### Changed

- Faster.

## [1.9.0] - 2026-12-01

### Changed

- First.
`;
const releases = readChangelog(TEXT);
const versions = (version: string, since: string | null) =>
  newsOf(releases, version, since).map((each) => each.version);

describe('what is new', () => {
  it('is read with its groups, lines that go on joined, and without marks', () => {
    expect(releases[1]).toEqual({
      version: '1.10.0',
      groups: [
        { name: 'Added', lines: ['Trips, in two lines.', 'npm run watch.'] },
        { name: 'Security', lines: ['Safe.'] },
      ],
    });
  });

  it('after an update is everything since, and nothing of later versions', () => {
    expect(versions('1.10.0', '1.9.0')).toEqual(['1.10.0', '1.9.2']);
    expect(versions('1.9.2', '1.9.0')).toEqual(['1.9.2']);
  });

  it('otherwise is of this version, also after going back', () => {
    expect(versions('1.10.0', null)).toEqual(['1.10.0']);
    expect(versions('1.9.2', '1.10.0')).toEqual(['1.9.2']);
    expect(versions('1.9.5', null)).toEqual(['1.9.2']);
  });

  it('before the first release is what has no version yet', () => {
    expect(versions('0.1.0', null)).toEqual(['Unreleased']);
  });

  it('of this program can be read', () => {
    const [first] = readChangelog(
      readFileSync(resolve(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8'),
    );
    expect(first?.groups.flatMap(({ lines }) => lines).length).toBeGreaterThan(0);
  });
});
