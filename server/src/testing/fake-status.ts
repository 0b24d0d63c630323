import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Counts its requests and records how many ran concurrently at most. */
export class FakeStatus {
  asked = 0;
  atOnce = 0;
  url = '';
  private open = 0;
  private listener: RequestListener = (_req, res) => res.end('{}');

  static async start(): Promise<FakeStatus> {
    const fake = new FakeStatus();
    fake.http.listen(0, '127.0.0.1');
    await once(fake.http, 'listening');
    fake.url = `http://127.0.0.1:${(fake.http.address() as AddressInfo).port}/status`;
    return fake;
  }

  private readonly http: Server = createServer((req, res) => {
    this.asked++;
    this.atOnce = Math.max(this.atOnce, ++this.open);
    res.on('close', () => this.open--);
    this.listener(req, res);
  });

  respond(how: RequestListener): void {
    this.listener = how;
  }

  setPlayers(online: unknown): void {
    this.respond((_req, res) => res.end(JSON.stringify({ online: true, players: { online, max: 100 } })));
  }

  async stop(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }
}
