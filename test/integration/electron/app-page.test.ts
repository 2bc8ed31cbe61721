import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { becomeReady, type Program } from './built-program.ts';
import { open, quitAfterEach, start } from './opened-program.ts';

quitAfterEach();

const pageAt = (program: Program, url: string, method = 'GET') => program.page(new Request(url, { method }));

describe('app://', () => {
  it('is registered as an origin of its own before Electron is ready', async () => {
    const program = await start();
    expect(program.wanted('schemes').map(({ schemes }) => schemes)).toEqual([
      [
        {
          scheme: 'app',
          privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
        },
      ],
    ]);
    await becomeReady(program);
  });

  it('serves the built page with a policy that runs no inline script but its own and loads nothing from elsewhere', async () => {
    const program = await open();
    for (const path of ['', 'results', 'catalogue/operation:v1:x']) {
      const response = await pageAt(program, `app://milepost/${path}`);
      expect(response.status).toBe(200);
      const page = await response.text();
      expect(page).toContain('<div id="root">');
      const [script, ...others] = [...page.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gsu)];
      expect(others).toEqual([]);
      const known = createHash('sha256')
        .update(script?.[1] ?? '')
        .digest('base64');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(`script-src 'self' 'sha256-${known}';`);
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).toMatch(/trusted-types default(?:;|$)/);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    }
  });

  it('serves what the page loads, each by its type', async () => {
    const program = await open();
    const html = await (await pageAt(program, 'app://milepost/')).text();
    const assets = [...html.matchAll(/(?:src|href)="\.?(\/assets\/[^"]+)"/gu)].map(([, path]) => path);
    expect(assets.length).toBeGreaterThan(1);
    for (const path of assets) {
      const response = await pageAt(program, `app://milepost${path}`);
      expect(response.status, path).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/(?:javascript|css)/);
    }
  });

  it('is read-only', async () => {
    expect((await pageAt(await open(), 'app://milepost/', 'POST')).status).toBe(404);
  });
});
