import { duplexPair } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { authenticateClient, authenticateServer } from './handshake.ts';

describe('the handshake', () => {
  it('lets both sides know that the other knows the secret, and keeps what follows', async () => {
    const [client, server] = duplexPair();
    const admitted = authenticateClient(server, 'secret');
    expect(await authenticateServer(client, 'secret')).toBe(true);
    client.write('first\nsecond\n');
    expect(await admitted).toBe(true);
    const heard: string[] = [];
    server.on('data', (bytes) => heard.push(String(bytes)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard.join('')).toBe('first\nsecond\n');
  });

  it('fails on either side where the secrets differ, and ends the stream', async () => {
    const [client, server] = duplexPair();
    const both = await Promise.all([authenticateClient(server, 'one'), authenticateServer(client, 'other')]);
    expect(both).toEqual([false, false]);
    expect(client.destroyed && server.destroyed).toBe(true);
  });

  it('cannot be passed by saying back what the other side said', async () => {
    const [client, server] = duplexPair();
    const admitted = authenticateClient(server, 'secret');
    client.setEncoding('utf8');
    client.write(`milepost-assistant-1 ${'a'.repeat(64)}\n`);
    client.once('data', (line: string) => client.write(`${line.trim().split(' ')[1]}\n`));
    expect(await admitted).toBe(false);
  });
});
