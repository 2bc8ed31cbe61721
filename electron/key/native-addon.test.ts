import { expect, it, vi } from 'vitest';

it.runIf(process.platform === 'linux')(
  'is found without a look at the network, and once for all uses of the key',
  async () => {
    // Another test may have looked for it already.
    vi.resetModules();
    const { loadKeychainAddon } = await import('./native-addon.ts');
    const report = process.report as NodeJS.ProcessReport & { excludeNetwork: boolean };
    report.excludeNetwork = false;
    const excluded: boolean[] = [];
    const made = vi.spyOn(report, 'getReport').mockImplementation(() => {
      excluded.push(report.excludeNetwork);
      return { header: { glibcVersionRuntime: '2.36' } };
    });
    try {
      for (let use = 0; use < 3; use++) expect(loadKeychainAddon()).toHaveProperty('Entry');
      expect(excluded).toEqual([true]);
    } finally {
      made.mockRestore();
    }
  },
);
