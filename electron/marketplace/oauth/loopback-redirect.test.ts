import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { listenForRedirect } from './loopback-redirect.ts';

it.runIf(process.platform === 'linux')(
  'lets the browser through while other programs open connections without end, and leaves none',
  async () => {
    const listening = await listenForRedirect('state');
    const { port } = new URL(listening.uri);
    const before = readdirSync('/proc/self/fd').length;
    const open = new Set<unknown>();
    for (let batch = 0; batch < 10; batch++) {
      const reached: Promise<unknown>[] = [];
      for (let one = 0; one < 100; one++) {
        const socket = connect(Number(port), '127.0.0.1');
        open.add(socket);
        socket.on('error', () => undefined).once('close', () => open.delete(socket));
        reached.push(once(socket, 'connect').catch(() => undefined));
        socket.write('GET /callback?state=other HTTP/1.1\r\n');
      }
      await Promise.all(reached);
    }
    await expect.poll(() => open.size).toBeLessThan(60);
    expect((await fetch(`${listening.uri}?state=state&code=1`)).status).toBe(200);
    expect((await listening.redirected).searchParams.get('code')).toBe('1');
    listening.close();
    await expect.poll(() => open.size).toBe(0);
    await expect.poll(() => readdirSync('/proc/self/fd').length).toBeLessThan(before + 10);
  },
);
