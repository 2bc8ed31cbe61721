import { readFileSync } from 'node:fs';

/** Whether this Linux restricts user namespaces to programs with an AppArmor profile (Ubuntu since 23.10). */
export function namespacesRestricted(): boolean {
  try {
    return readFileSync('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', 'utf8').trim() === '1';
  } catch {
    return false;
  }
}

/** Explains why Chromium has no sandbox on this Linux, and what to do. */
export const noNamespacesWords = (restricted: boolean): string =>
  restricted
    ? 'This system lets programs without an AppArmor profile make no sandbox, and Milepost does not run without one. Install the deb, which brings a profile, or allow it for all programs until the next start: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0'
    : 'Chromium cannot make its sandbox here, and Milepost does not run without one. Allow user namespaces: sudo sysctl user.max_user_namespaces=15000 and, where it is there, kernel.unprivileged_userns_clone=1';

/** Switches that remove a Chromium process from its sandbox. */
const SWITCHES = [
  'no-sandbox',
  'no-sandbox-and-elevated',
  'single-process',
  'no-zygote',
  'no-zygote-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-gpu-sandbox',
  // The renderer's GPU code would run in the process that holds the key.
  'in-process-gpu',
];

export type SandboxOf = {
  /** Whether Chromium was given a switch, by the user or a launcher. */
  hasSwitch: (name: string) => boolean;
  env: NodeJS.ProcessEnv;
  /** The user's numeric ID, if the system has one. */
  user: number | undefined;
  restricted: boolean;
};

/**
 * Why the program would run without Chromium's sandbox, and what to do; null if the sandbox is on. Electron switches it off
 * for an environment variable, and an AppImage's launcher if the system allows no user namespaces.
 */
export function whyNoSandbox({ hasSwitch, env, user, restricted }: SandboxOf): string | null {
  const given = SWITCHES.find(hasSwitch);
  if (given === undefined) return null;
  const without = 'Then what reads a marketplace’s answers could read your key and your files.';
  if (given === 'no-sandbox' && env.ELECTRON_DISABLE_SANDBOX !== undefined)
    return `The variable ELECTRON_DISABLE_SANDBOX switches Chromium’s sandbox off. ${without} Start Milepost without it.`;
  if (given === 'no-sandbox' && user === 0)
    return `Chromium has no sandbox for the user root. ${without} Start Milepost as yourself.`;
  if (given === 'no-sandbox' && (restricted || env.APPIMAGE !== undefined))
    return `The launcher switched Chromium’s sandbox off (--no-sandbox). ${without} ${noNamespacesWords(restricted)}`;
  return `Milepost does not start with --${given}, which takes Chromium’s sandbox away. ${without} Start it without.`;
}
