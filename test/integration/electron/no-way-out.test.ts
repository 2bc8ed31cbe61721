/** A compromised page cannot reach a network: the program's settings, tested in the engine that applies them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer as createSite } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHROMIUM_SWITCHES, findChromium } from '../../end-to-end/chromium.ts';
import { open, quitAfterEach } from './opened-program.ts';

quitAfterEach();

/** The headless shell does nothing in advance. */
const chromium = findChromium((path) => !path.includes('headless-shell'));

/** Requests name look-ups and connections without a request, and reports when WebRTC has tried everything. */
const page = (preconnect: number, turn: number) => `<!doctype html>
<link rel="dns-prefetch" href="http://looked-up.example/">
<link rel="preconnect" href="http://127.0.0.1:${preconnect}/">
<img src="/held">
<script type="module">
  const peer = new RTCPeerConnection({ iceServers: [
    { urls: 'turn:127.0.0.1:${turn}?transport=tcp', username: 'what-is-shown', credential: '-' },
    { urls: 'turn:turned.example?transport=tcp', username: 'what-is-shown', credential: '-' },
  ] });
  const gathered = new Promise((done) => {
    peer.onicegatheringstatechange = () => { if (peer.iceGatheringState === 'complete') done(); };
  });
  peer.createDataChannel('-');
  await peer.setLocalDescription(await peer.createOffer());
  await gathered;
  for (let each = 0; each < 20; each += 1) await fetch('/round');
  await fetch('/done');
</script>`;

/** A listener that counts connections and ends them. */
async function counting() {
  let came = 0;
  const server = createServer((socket) => {
    came += 1;
    socket.on('error', () => {}).destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    came: () => came,
    close: () => server.close(),
  };
}

/** What a Chromium with these switches sent while showing the page: connections, and name look-ups. */
async function connectionsFrom(switches: (pagePort: number) => readonly string[]) {
  const preconnect = await counting();
  const turn = await counting();
  let release = () => {};
  const done = new Promise<void>((resolve) => {
    release = resolve;
  });
  const site = createSite((request, response) => {
    if (request.url === '/done') release();
    if (request.url === '/') response.setHeader('content-type', 'text/html');
    void (request.url === '/held' ? done : Promise.resolve()).then(() =>
      response.end(request.url === '/' ? page(preconnect.port, turn.port) : ''),
    );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'milepost-way-out-'));
  const log = join(folder, 'net-log.json');
  const browser = spawn(
    chromium ?? '',
    [
      // With it Chromium itself does nothing in advance.
      ...CHROMIUM_SWITCHES.filter((name) => name !== '--disable-background-networking'),
      '--headless',
      `--user-data-dir=${folder}`,
      `--log-net-log=${log}`,
      '--net-log-capture-mode=Everything',
      ...switches(port),
      '--dump-dom',
      `http://127.0.0.1:${port}/`,
    ],
    { stdio: 'ignore' },
  );
  await once(browser, 'exit');
  for (const server of [preconnect, turn, site]) server.close();
  const text = readFileSync(log, 'utf8');
  return {
    preconnected: preconnect.came() > 0,
    turned: turn.came() > 0,
    names: ['looked-up', 'turned'].filter((name) =>
      new RegExp(`"host":"(?:https?://)?${name}\\.example`, 'u').test(text),
    ),
  };
}

it.runIf(chromium !== undefined)(
  'a page causes no look-up and no connection, in advance or by WebRTC',
  async () => {
    const program = await open();
    const [{ config } = { config: {} }] = program.wanted('proxy');
    const { proxyRules, proxyBypassRules } = config as Electron.ProxyConfig;
    const [{ policy } = { policy: '' }] = program.wanted('webrtc');
    const shut = await connectionsFrom((port) => [
      `--proxy-server=${proxyRules}`,
      `--proxy-bypass-list=${proxyBypassRules};127.0.0.1:${port}`,
      `--webrtc-ip-handling-policy=${policy}`,
      ...program.wanted('switch').map(({ name, value }) => `--${name}=${value}`),
    ]);
    expect(shut).toEqual({ preconnected: false, turned: false, names: [] });
    // The same page in the same Chromium without the switches.
    expect(await connectionsFrom(() => [])).toEqual({
      preconnected: true,
      turned: true,
      names: ['looked-up', 'turned'],
    });
  },
);
