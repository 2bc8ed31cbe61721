/**
 * `npm run dev`: runs Milepost with hot reload, in a window if Electron's runtime is installed, otherwise in a browser:
 * there Vite serves the page and forwards its requests to the browser host, and a change of the main process needs a
 * restart.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { resolveConfig } from 'electron-vite';
import { createServer, mergeConfig } from 'vite';
import { SECRET_HEADER } from '#shared/secret-header.ts';
import { findRuntime, whyNoWindow } from './electron-runtime.ts';
import { onNpmEnd } from './end-signals.ts';
import { openBrowser } from './open-browser.ts';

const root = resolve(import.meta.dirname, '../..');
const args = process.argv.slice(2);
const say = (words: string) => process.stderr.write(`${words}\n`);

function runInWindow(): void {
  const command = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const child = spawn(process.execPath, [command, 'dev', '--', ...args], { cwd: root, stdio: 'inherit' });
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

/** Starts the browser host in a separate process. Resolves to its address and its exit status. */
async function startHost(): Promise<{ url: URL; ended: Promise<number> }> {
  const child = spawn(process.execPath, [join(root, 'out/main/host.js'), ...args, '--json', '--no-open'], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, MILEPOST_CHECK_OUTPUT: '1' },
  });
  const ended = new Promise<number>((done) => child.once('exit', (code) => done(code ?? 1)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  onNpmEnd(() => child.kill());
  for await (const line of createInterface({ input: child.stdout })) {
    const announcement: { url: string } = JSON.parse(line);
    return { url: new URL(announcement.url), ended };
  }
  process.exit(await ended);
}

async function runInBrowser(): Promise<void> {
  const host = await startHost();
  const { config } = await resolveConfig({ root }, 'serve');
  const server = await createServer(
    mergeConfig(config?.renderer ?? {}, {
      configFile: false,
      root: join(root, 'renderer'),
      server: {
        host: '127.0.0.1',
        // Excludes the sources in renderer/api. The host answers only its own origin.
        proxy: {
          '^/api/[^.]*$': {
            target: host.url.origin,
            changeOrigin: true,
            headers: { origin: host.url.origin },
          },
        },
      },
    }),
  );
  await server.listen();
  const [page] = server.resolvedUrls?.local ?? [];
  // The host's secret is for this program; a browser gets an address that works once.
  const issued = await fetch(new URL('/api/-/address', host.url), {
    method: 'POST',
    headers: { [SECRET_HEADER]: host.url.hash.slice(1) },
  });
  const { url } = (await issued.json()) as { url: string };
  const address = `${page ?? ''}${new URL(url).hash}`;
  process.stdout.write(`Milepost (hot reload) is at ${address}\n`);
  if (!args.includes('--no-open')) await openBrowser(address, say);
  process.exitCode = await host.ended;
  await server.close();
}

const packageDir = join(root, 'node_modules/electron');
const runtime = findRuntime({ packageDir, env: process.env, platform: process.platform });
const noWindowReason =
  runtime === null
    ? "Electron's runtime is not on this machine"
    : whyNoWindow(process.platform, process.env, process.getuid?.() === 0);
if (noWindowReason === null) runInWindow();
else {
  say(`${noWindowReason}: Milepost opens in your browser instead.`);
  await runInBrowser();
}
