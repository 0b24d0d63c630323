import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface LiveConnection {
  url: string;
  open: () => number;
  cut: () => Promise<void>;
  restore: () => Promise<void>;
  end: () => Promise<void>;
}

/** Forwards a free port of 127.0.0.1 to the server's port. */
export async function startConnection(serverPort: number): Promise<LiveConnection> {
  const sockets = new Set<Socket>();
  const listener = createServer((near) => {
    const upstream = connect(serverPort, '127.0.0.1');
    for (const [socket, other] of [[near, upstream] as const, [upstream, near] as const]) {
      sockets.add(socket);
      socket.on('error', () => {}); // Each error is followed by a close event.
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
  };
  await listen(0);
  const { port } = listener.address() as AddressInfo;
  const cutSockets = async () => {
    if (!listener.listening) return;
    const closeEvents = [listener, ...sockets].map((emitter) => once(emitter, 'close'));
    listener.close();
    for (const socket of sockets) socket.destroy();
    await Promise.all(closeEvents);
  };
  return {
    url: `http://127.0.0.1:${port}`,
    open: () => sockets.size,
    cut: cutSockets,
    restore: () => listen(port),
    end: cutSockets,
  };
}
