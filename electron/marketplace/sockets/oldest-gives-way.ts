import type { Server, Socket } from 'node:net';

/**
 * Other programs of this machine can connect to a server on loopback too, and there is no address to be fair by: the oldest
 * connection gives way to the newest, so that whom it is meant for gets through. What is deleted from the returned ones
 * is left open.
 * @param most open at once
 */
export function oldestGivesWay(server: Server, most: number): Set<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const [oldest] = open;
    if (open.size > most) oldest?.destroy();
  });
  return open;
}
