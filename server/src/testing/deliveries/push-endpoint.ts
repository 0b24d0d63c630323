import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage } from '@guildhall/domain/wire/push-message.js';
import jsonwebtoken from 'jsonwebtoken';

interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  message: PushMessage;
}

/** A browser's half of a push subscription, which decrypts what it receives (RFC 8291). */
class BrowserKeys {
  private readonly ecdh: ECDH = createECDH('prime256v1');
  private readonly publicKey = this.ecdh.generateKeys();
  private readonly auth = randomBytes(16);

  get subscriptionKeys(): { p256dh: string; auth: string } {
    return { p256dh: this.publicKey.toString('base64url'), auth: this.auth.toString('base64url') };
  }

  decrypt(body: Buffer): string {
    const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
    const serverKey = body.subarray(21, 21 + keyLength);
    const sealedRecord = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.publicKey, serverKey]);
    const secret = hkdfSync('sha256', this.ecdh.computeSecret(serverKey), this.auth, info, 32);
    const derive = (use: string, length: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${use}\0`, length));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealedRecord.subarray(-16));
    const paddedText = Buffer.concat([decipher.update(sealedRecord.subarray(0, -16)), decipher.final()]);
    // The last record's delimiter follows the text.
    return paddedText.subarray(0, paddedText.lastIndexOf(2)).toString('utf8');
  }
}

/** A push service that runs on this machine. */
export class PushEndpoint {
  readonly received: ReceivedPush[] = [];
  private readonly browsers = new Map<string, BrowserKeys>();
  private readonly statuses = new Map<string, number>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((req, res) => {
      const pieces: Buffer[] = [];
      req.on('data', (piece: Buffer) => pieces.push(piece));
      req.on('end', () => {
        const path = req.url ?? '';
        const keys = this.browsers.get(path);
        if (keys) {
          const message = JSON.parse(keys.decrypt(Buffer.concat(pieces))) as PushMessage;
          this.received.push({ path, headers: req.headers, message });
        }
        res.writeHead(keys ? (this.statuses.get(path) ?? 201) : 404).end();
      });
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Returns a subscription as `PushSubscription.toJSON()` does. */
  subscribe(name: string) {
    const keys = new BrowserKeys();
    this.browsers.set(`/${name}`, keys);
    return { endpoint: `${this.origin}/${name}`, keys: keys.subscriptionKeys };
  }

  respondWith(status: number, name: string): void {
    this.statuses.set(`/${name}`, status);
  }
}

/** @throws if the site did not sign the request with the key (RFC 8292) */
export function verifyVapid(authorization: string, publicKey: string): jsonwebtoken.JwtPayload {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error(`The request was signed with another key: ${authorization}`);
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const verifyingKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  return jsonwebtoken.verify(token, verifyingKey, { algorithms: ['ES256'] }) as jsonwebtoken.JwtPayload;
}
