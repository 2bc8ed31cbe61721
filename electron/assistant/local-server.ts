import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { newAddress } from './connection-file.ts';
import { authenticateClient } from './handshake.ts';

export type LocalServer = { address: string; secret: string; close(): Promise<void> };

/** Clients at once; a user has a few. */
const MAX_CLIENTS = 8;

/**
 * Listens for programs of this user, which prove that they can read the secret in the data folder. They may read what
 * assistants may read, and nothing else.
 */
export async function openLocalServer(
  dataDir: string,
  enter: (socket: Socket) => void,
): Promise<LocalServer> {
  const secret = randomBytes(32).toString('hex');
  const address = newAddress(dataDir);
  const isPipe = process.platform === 'win32';
  // A killed program leaves its socket behind. This process holds the folder's lock.
  if (!isPipe) rmSync(address, { force: true });
  const clients = new Set<Socket>();
  const server: Server = createServer((socket) => {
    if (clients.size >= MAX_CLIENTS) return void socket.destroy();
    clients.add(socket);
    socket.once('close', () => clients.delete(socket));
    socket.on('error', () => {}); // 'close' follows and is handled
    void authenticateClient(socket, secret).then((admitted) => {
      if (admitted) enter(socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  server.unref();
  if (!isPipe) chmodSync(address, 0o600);
  return {
    address,
    secret,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          if (!isPipe && dirname(address) !== dataDir)
            rmSync(dirname(address), { recursive: true, force: true });
          resolve();
        });
        for (const socket of clients) socket.destroy();
      }),
  };
}
