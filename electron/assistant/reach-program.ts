import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { greetServer } from './handshake.ts';
import { readMeetingPlace } from './meeting-place.ts';

/** The running program of a data folder, which has shown that it is the one; null where none runs or none lets in. */
export async function reachProgram(dataDir: string): Promise<Duplex | null> {
  const door = readMeetingPlace(dataDir)?.door;
  if (!door) return null;
  const socket = connect(door.address);
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  if (!isOpen) return null;
  socket.on('error', () => {}); // its end follows, and is what counts
  return (await greetServer(socket, door.secret)) ? socket : null;
}
