import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { readConnectionFile } from './connection-file.ts';
import { authenticateServer } from './handshake.ts';

/** Connects to the running program of a data folder and authenticates it; null if none runs or accepts. */
export async function connectToProgram(dataDir: string): Promise<Duplex | null> {
  const door = readConnectionFile(dataDir)?.door;
  if (!door) return null;
  const socket = connect(door.address);
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  if (!isOpen) return null;
  socket.on('error', () => {}); // 'close' follows and is handled
  return (await authenticateServer(socket, door.secret)) ? socket : null;
}
