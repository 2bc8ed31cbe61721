import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { admitClient } from './handshake.ts';
import { newAddress } from './meeting-place.ts';

export type Door = { address: string; secret: string; close(): Promise<void> };

/** Clients at once; a user has a few. */
const MOST_CLIENTS = 8;

/**
 * Lets programs of this user in: those that can read the secret in the data folder. What comes through the door may read
 * what assistants may read, and nothing else.
 */
export async function openDoor(dataDir: string, enter: (socket: Socket) => void): Promise<Door> {
  const secret = randomBytes(32).toString('hex');
  const address = newAddress(dataDir);
  const isPipe = process.platform === 'win32';
  // What a program that was killed left behind. The folder is held by this process.
  if (!isPipe) rmSync(address, { force: true });
  const inside = new Set<Socket>();
  const server: Server = createServer((socket) => {
    if (inside.size >= MOST_CLIENTS) return void socket.destroy();
    inside.add(socket);
    socket.once('close', () => inside.delete(socket));
    socket.on('error', () => {}); // its end follows, and is what counts
    void admitClient(socket, secret).then((admitted) => {
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
        for (const socket of inside) socket.destroy();
      }),
  };
}
