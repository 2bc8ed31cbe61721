/** Whether a browser can be opened on this machine: on Linux it needs a display, or is named by `BROWSER`. */
export const hasBrowser = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.BROWSER);

/** What to do with an address on a machine that shows no browser, in one line. */
export const withoutBrowser = (address: string): string => {
  const { port } = new URL(address);
  return `There is no display here. Open it in a browser on this machine, or on another after: ssh -L ${port}:127.0.0.1:${port} this-machine (it works once; Ctrl+C ends Milepost).`;
};

/** Opens an address in the user’s browser. Never throws: what did not work is reported, and the address still works. */
export async function openBrowser(url: string, report: (words: string) => void): Promise<void> {
  const failed = () => report('No browser could be opened. Open the address above yourself.');
  try {
    const { default: open } = await import('open');
    const opener = await open(url);
    opener.once('exit', (code) => {
      if (code !== null && code !== 0) failed();
    });
  } catch {
    failed();
  }
}
