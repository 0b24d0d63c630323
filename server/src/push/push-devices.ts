import { createHash } from 'node:crypto';
import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { DevicesResponse, NewDevice } from '@guildhall/domain/wire/schemas/members/devices.js';
import type { Env } from '../process/env.js';
import { Limiter } from '../process/limiter.js';
import type { PushDevice, VapidKeys } from '../vault/deliveries/push-devices.js';
import type { Vault } from '../vault/vault.js';
import { isAllowedEndpoint } from './post-push.js';

interface Dependencies {
  vault: Vault;
  env: Pick<Env, 'allowPrivatePush'>;
}

/** Serialises changes so that concurrent ones do not exceed the limit. */
const perMember = new Limiter({ running: 1 });

const hashEndpoint = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');

export class PushDevices {
  private keys: Promise<VapidKeys> | null = null;

  constructor(private readonly services: Dependencies) {}

  /** Created on first use, and then the same on all servers. */
  readVapidKeys(): Promise<VapidKeys> {
    this.keys ??= this.loadKeys().catch((error: unknown) => {
      this.keys = null;
      throw error;
    });
    return this.keys;
  }

  /** @throws Refusal device-address if the server must not connect to the endpoint */
  async add(userId: number, sessionId: string, { endpoint, keys }: NewDevice, userAgent: string): Promise<string> {
    const { vault, env } = this.services;
    if (!isAllowedEndpoint(new URL(endpoint), { allowPrivate: env.allowPrivatePush })) {
      throw new Refusal('device-address', 'endpoint');
    }
    const device: PushDevice = {
      id: hashEndpoint(endpoint),
      userId,
      sessionId,
      endpoint,
      p256dh: keys.p256dh,
      auth: keys.auth,
      userAgent: userAgent.slice(0, limits.userAgent),
      createdAt: new Date().toISOString(),
    };
    await perMember.run(async () => {
      const storedDevices = (await vault.listPushDevices(userId)).filter(({ id }) => id !== device.id);
      // A session belongs to one browser, so a new subscription replaces the browser's earlier one.
      const replacedDevices = storedDevices.filter((other) => other.sessionId === sessionId);
      const others = storedDevices.filter((other) => other.sessionId !== sessionId);
      const excess = others.slice(0, Math.max(0, others.length - limits.devices + 1));
      await vault.removePushDevices([...replacedDevices, ...excess].map(({ id }) => id));
      await vault.savePushDevice(device);
      // The session may have ended in the meantime, which removed only the devices stored by then.
      if ((await vault.findSession(sessionId)) === null) await vault.removePushDevices([device.id]);
    }, userId);
    return device.id;
  }

  async list(userId: number, sessionId: string | undefined): Promise<DevicesResponse> {
    const { publicKey } = await this.readVapidKeys();
    const devices = await this.services.vault.listPushDevices(userId);
    return {
      key: publicKey,
      devices: devices.map((device) => ({
        id: device.id,
        user_agent: device.userAgent,
        created_at: device.createdAt,
        current: device.sessionId === sessionId,
      })),
    };
  }

  /** @throws Refusal not-found */
  async remove(userId: number, id: string): Promise<void> {
    const devices = await this.services.vault.listPushDevices(userId);
    if (!devices.some((device) => device.id === id)) throw new Refusal('not-found');
    await this.services.vault.removePushDevices([id]);
  }

  private async loadKeys(): Promise<VapidKeys> {
    const { default: webPush } = await import('web-push');
    return this.services.vault.storeVapidKeys(webPush.generateVAPIDKeys());
  }
}
