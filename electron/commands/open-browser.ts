/** Whether a browser can be opened on this machine: on Linux it needs a display, or is named by `BROWSER`. */
export const hasBrowser = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.BROWSER);

/** One line on how to use the address on a machine without a browser. */
export const withoutBrowser = (address: string): string => {
  const { port } = new URL(address);
  return `There is no display here. Open it in a browser on this machine, or on another after: ssh -L ${port}:127.0.0.1:${port} this-machine (it works once; Ctrl+C ends Milepost).`;
};

/** Opens an address in the user’s browser. Never throws: a failure is reported, and the address remains valid. */
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
