import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { RequestScheduler } from './request-scheduler.js';

interface ConnectionBounds {
  pipelinedRequests: number;
  unreadBytes: number;
}

const checkIntervalMs = 250;
const compressorBytes = 2 ** 20;

export function limitUnreadResponses(
  http: Server,
  app: RequestListener,
  { pipelinedRequests, unreadBytes }: ConnectionBounds,
): void {
  const open = new Set<ServerResponse>();
  const scheduler = new RequestScheduler();
  const openCounts = new WeakMap<Socket, number>();
  http.on('request', (req, res) => {
    const { socket } = req;
    const count = (openCounts.get(socket) ?? 0) + 1;
    openCounts.set(socket, count);
    if (count > pipelinedRequests) return void socket.destroy();
    open.add(res);
    res.once('close', () => {
      open.delete(res);
      openCounts.set(socket, (openCounts.get(socket) ?? 1) - 1);
    });
    scheduler.add(() => socket.destroyed || app(req, res));
  });
  const timer = setInterval(() => closeOldest(open, unreadBytes), checkIntervalMs).unref();
  http.once('close', () => clearInterval(timer));
}

function closeOldest(open: ReadonlySet<ServerResponse>, maxBytes: number): void {
  const unread = [...open].map((res) => ({ res, bytes: countUnreadBytes(res) })).filter(({ bytes }) => bytes > 0);
  let total = unread.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { res, bytes } of unread) {
    if (total <= maxBytes) return;
    res.destroy();
    total -= bytes;
  }
}

function countUnreadBytes(res: ServerResponse): number {
  if (res.writableLength === 0) return 0;
  const isCompressing = !res.writableEnded && res.hasHeader('content-encoding');
  return res.writableLength + (isCompressing ? compressorBytes : 0);
}
