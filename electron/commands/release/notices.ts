import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { Plugin } from 'vite';
import { type Credit, placeCredits } from '../../places/credits.ts';
import { mayBeBundled } from './licences.ts';
import unicodeLicence from './unicode-licence.json' with { type: 'json' };

/** The licence notice of a package in the program. */
export type LicenceNotice = {
  name: string;
  version: string;
  /** An SPDX expression. */
  licence: string;
  /** The package's licence and notice files; empty if it has none. */
  text: string;
  homepage: string | null;
};

/** A package to be bundled has no licence, or one that is not known to allow it. */
export class UnknownLicenceError extends Error {
  constructor(packages: readonly string[]) {
    super(
      `The build ends here, because nobody has said that these may be bundled:\n${packages.join('\n')}\nReplace the package, or add its licence to electron/commands/release/licences.ts after reading it.`,
    );
    this.name = 'UnknownLicenceError';
  }
}

type Manifest = {
  name?: string;
  version?: string;
  license?: string | { type?: string };
  licenses?: { type?: string }[];
  homepage?: string;
};

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** SPDX names of licences that a package states differently. */
const NOT_IN_SPDX = new Map([['airport-data-js: CC BY 4.0', 'CC-BY-4.0']]);

/** The licence that a package states. Older packages use an object, or a list of which all apply. */
function statedLicence({ name, license, licenses }: Manifest): string {
  if (typeof license === 'string') return NOT_IN_SPDX.get(`${name}: ${license}`) ?? license;
  if (license?.type !== undefined) return license.type;
  return (licenses ?? []).map(({ type }) => type ?? '').join(' AND ');
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|unlicense)(?:[.-].*)?$/iu;
const NOTICE_FILE = /^notice(?:[.-].*)?$/iu;

function licenceTexts(folder: string): string {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
  const chosen = [
    ...names.filter((name) => LICENCE_FILE.test(name)),
    ...names.filter((name) => NOTICE_FILE.test(name)),
  ];
  return chosen.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}

/** What a package's texts say that is not so, or not all, of what the program contains of it. */
function adapted(name: string, text: string): string {
  if (name === 'electron')
    return `${text}\n\nElectron contains Chromium, Node and works of others. Their notices are in LICENSES.chromium.html, which lies in the program's folder (on macOS in its Resources).`;
  // A function of it is in the page, and nothing of what it bundles.
  return name === 'vite' ? (text.split(/^# Licenses of bundled dependencies/mu)[0] ?? '').trim() : text;
}

/**
 * The folder of a bundled module's package; null for our own modules. Skips a `package.json` without a name, which only sets
 * the module type. What a build tool adds of itself is a virtual module that begins with the tool's name.
 */
export function packageFolder(moduleId: string, root?: string): string | null {
  const tool = /^\0([a-z]+)\//u.exec(moduleId)?.[1];
  if (tool !== undefined && root !== undefined) return join(root, 'node_modules', tool);
  const file = moduleId.replace(/^\0/u, '').replace(/\?.*$/u, '');
  if (!file.includes(`node_modules${sep}`) && !file.includes('node_modules/')) return null;
  for (let folder = dirname(file); /node_modules[\\/]/u.test(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && readManifest(folder).name !== undefined) return folder;
  }
  return null;
}

/**
 * The notices of the packages in these folders, once each, sorted by name. Throws `UnknownLicenceError` if a licence is
 * missing or not allowed.
 */
export function noticesOf(folders: Iterable<string>): LicenceNotice[] {
  const notices = new Map<string, LicenceNotice>();
  for (const folder of folders) {
    const manifest = readManifest(folder);
    const { name = '', version = '', homepage = null } = manifest;
    notices.set(`${name}@${version}`, {
      name,
      version,
      licence: statedLicence(manifest),
      text: adapted(name, licenceTexts(folder)),
      homepage,
    });
  }
  const all = [...notices.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
  const refused = all.filter(({ licence }) => !mayBeBundled(licence));
  if (refused.length > 0)
    throw new UnknownLicenceError(
      refused.map(
        ({ name, version, licence }) => `- ${name} ${version}: ${licence === '' ? 'no licence' : licence}`,
      ),
    );
  return all;
}

/** Milepost's own licence without its holder: that of data under the same one stands above it. */
const MIT = readFileSync(new URL('../../../LICENSE', import.meta.url), 'utf8').replace(
  /^.*?(?=Permission)/su,
  '',
);

/** What the licences of data sets require beside the data: their addresses, or a text. */
const DATA_LICENCES: ReadonlyMap<string, string> = new Map([
  ['Public domain', ''],
  ['CC0 1.0', 'https://creativecommons.org/publicdomain/zero/1.0/'],
  ['CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'],
  ['MIT', MIT],
  ['Unicode-3.0', unicodeLicence['Unicode-3.0'].join('\n')],
]);

const RULE = `\n\n${'-'.repeat(78)}\n\n`;

/** The notices of data sets. Throws `UnknownLicenceError` if a licence is not known. */
export function dataText(credits: readonly Credit[]): string {
  const unknown = credits.filter(({ licence }) => !DATA_LICENCES.has(licence));
  if (unknown.length > 0)
    throw new UnknownLicenceError(unknown.map(({ name, licence }) => `- ${name}: ${licence}`));
  const each = credits.map(({ name, holder, what, licence, url }) => {
    const terms = DATA_LICENCES.get(licence) ?? '';
    return `${name}\n${holder}\n${url}\n${what}\n${licence}${terms === '' ? '' : `\n\n${terms}`}`;
  });
  return each.join(RULE);
}

/** The notices as one text file, for the installed program's folder. */
export function noticesText(notices: readonly LicenceNotice[]): string {
  const each = notices.map(({ name, version, licence, text, homepage }) => {
    const heading = `${name} ${version} (${licence})${homepage === null ? '' : `\n${homepage}`}`;
    return `${heading}\n\n${text === '' ? 'The package carries no licence text of its own.' : text}`;
  });
  return `Milepost contains the following works of others.${RULE}${each.join(RULE)}`;
}

/** Packages outside the bundles, and the runtime. */
const NOT_BUNDLED = ['better-sqlite3', '@napi-rs/keyring', 'electron'];

/** The installed addons of the keychain, one for each system. What is compiled into them stands in their own packages. */
function keychainAddons(root: string): string[] {
  const scope = join(root, 'node_modules/@napi-rs');
  const names = existsSync(scope) ? readdirSync(scope) : [];
  return names.filter((name) => name.startsWith('keyring-')).map((name) => join(scope, name));
}

export type NoticesDeps = {
  /** The folder that holds `node_modules` and `out`. */
  root: string;
  /** The number of bundles; the notices are written after the last. */
  bundles: number;
};

/**
 * Makes a plugin for each bundle of a build. They collect the bundled packages; after the last bundle they write
 * `out/main/notices.json`, which the program shows, and `out/notices/THIRD-PARTY-NOTICES.txt`.
 */
export function licenceNotices({ root, bundles }: NoticesDeps): () => Plugin {
  const folders = new Set<string>();
  let written = 0;
  const require = createRequire(join(root, 'package.json'));
  const write = () => {
    const notBundled = NOT_BUNDLED.map((name) => dirname(require.resolve(`${name}/package.json`)));
    const notices = noticesOf([...folders, ...notBundled, ...keychainAddons(root)]);
    mkdirSync(join(root, 'out/notices'), { recursive: true });
    writeFileSync(join(root, 'out/main/notices.json'), JSON.stringify(notices));
    writeFileSync(
      join(root, 'out/notices/THIRD-PARTY-NOTICES.txt'),
      `${noticesText(notices)}${RULE}${dataText(placeCredits)}\n`,
    );
  };
  return () => ({
    name: 'licence-notices',
    apply: 'build',
    generateBundle(_options, bundle) {
      const rendered = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds : [],
      );
      // Style sheets are not among a chunk's modules.
      const styles = [...this.getModuleIds()].filter((id) => /\.css(?:\?|$)/u.test(id));
      for (const id of [...rendered, ...styles]) {
        const folder = packageFolder(id, root);
        if (folder !== null) folders.add(folder);
      }
    },
    writeBundle() {
      written += 1;
      if (written === bundles) write();
    },
  });
}
