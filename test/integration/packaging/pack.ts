import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { type PackTarget, requiredAddons } from '../../../electron/commands/packed-addons.ts';
import { systemFolder } from '../../passing-files.ts';
import { layOutElectron } from './laid-out-electron.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Every system that Milepost is packed for. */
export const TARGETS: readonly PackTarget[] = [
  { platform: 'linux', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'darwin', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
  { platform: 'win32', arch: 'arm64' },
];

/** The target for this machine; undefined where Milepost is not packed for it. */
export const HERE = TARGETS.find(
  ({ platform, arch }) => platform === process.platform && arch === process.arch,
);

/**
 * A checkout with a build, far from this repository. The keychain's addon is there for this machine, as npm installs
 * it, and for `others` as an empty library.
 */
export function project(others: readonly PackTarget[] = []): string {
  const dir = mkdtempSync(join(tmpdir(), 'milepost-packing-'));
  for (const name of [
    'package.json',
    'package-lock.json',
    'LICENSE',
    'electron-builder.yml',
    'electron',
    'out',
  ])
    cpSync(join(root, name), join(dir, name), { recursive: true });
  const installed = join(root, 'node_modules');
  const modules = join(dir, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(installed))
    if (name !== '@napi-rs') symlinkSync(join(installed, name), join(modules, name), 'junction');
  cpSync(join(installed, '@napi-rs'), join(modules, '@napi-rs'), { recursive: true });
  for (const target of others.filter((other) => other !== HERE)) {
    const addon = join(dir, requiredAddons(target)[0] ?? '');
    mkdirSync(join(addon, '..'), { recursive: true });
    // Only binary files are signed.
    writeFileSync(addon, Buffer.alloc(512));
    writeFileSync(join(addon, '..', 'package.json'), '{}');
  }
  // Elsewhere it is converted from the drawing by a downloaded tool.
  writeFileSync(join(dir, 'icon.icns'), 'icns');
  return dir;
}

/** Recorded stand-ins for the programs with which macOS signs, and the identities that they report. */
type MacTools = { identities: string };

/** Makes electron-builder treat this machine as a Mac, with stand-ins for the tools of macOS. */
function toolsOfMac(dir: string, { identities }: MacTools): Record<string, string> {
  const tools = join(dir, 'tools-of-mac');
  mkdirSync(tools);
  const tool = (name: string, then: string) =>
    writeFileSync(
      join(tools, name),
      `#!/bin/sh\n{ printf ${name}; printf '\\t%s' "$@"; ${then}; printf '\\n'; } >> "$MILEPOST_TOOLS_LOG"\n${name === 'security' ? `cat <<'END'\n${identities}\nEND\n` : ''}`,
      { mode: 0o755 },
    );
  // Records what is signed, with the state of its fuses by then, where it has any.
  const framework = 'Contents/Frameworks/Electron Framework.framework/Electron Framework';
  tool(
    'codesign',
    `for last in "$@"; do :; done; if [ -f "$last/${framework}" ]; then printf '\\tfuses='; tr -d '\\000' < "$last/${framework}" | tail -c 9; fi`,
  );
  tool('security', ':');
  return {
    PATH: `${tools}${delimiter}${process.env.PATH ?? ''}`,
    NODE_OPTIONS: `--require=${join(import.meta.dirname, 'as-on-mac.cjs')}`,
    MILEPOST_TOOLS_LOG: join(dir, 'tools.log'),
  };
}

export type PackMore = {
  args?: readonly string[];
  mac?: MacTools;
};

/**
 * Packs `dir` with electron-builder, over an Electron that contains only fuses. `said` is all output, `tools` the calls
 * of the macOS tools, in order.
 */
export function pack(dir: string, { platform, arch }: PackTarget, { args = [], mac }: PackMore = {}) {
  const electronDist = join(dir, `electron-for-${platform}`);
  if (!existsSync(electronDist)) layOutElectron(electronDist, platform);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/electron-builder/cli.js'),
      { linux: '--linux', darwin: '--mac', win32: '--win' }[platform],
      '--dir',
      `--${arch}`,
      `--config.electronDist=${electronDist}`,
      '--config.mac.icon=icon.icns',
      // Windows' own tool sets the icon and signs.
      '--config.win.signAndEditExecutable=false',
      '--publish=never',
      ...args,
    ],
    {
      cwd: dir,
      encoding: 'utf8',
      // It accepts linked files only from the system's temporary folder, where a checkout may be.
      env: { ...process.env, TMPDIR: systemFolder(), ...(mac && toolsOfMac(dir, mac)) },
    },
  );
  const log = join(dir, 'tools.log');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
  return { status, said: `${stdout}${stderr}`, tools: lines.map((line) => line.split('\t')) };
}
