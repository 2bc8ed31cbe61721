import open from 'open';

/** Opens an address in the user’s browser. Never throws: what did not work is reported, and the address still works. */
export async function openBrowser(url: string, report: (words: string) => void): Promise<void> {
  const failed = () => report('No browser could be opened. Open the address above yourself.');
  try {
    const opener = await open(url);
    opener.once('exit', (code) => {
      if (code !== null && code !== 0) failed();
    });
  } catch {
    failed();
  }
}
