import { createHash } from 'node:crypto';
import { getIconAddress, parseLogoHash } from '@guildhall/domain/theme/site-icons.js';
import type { PushMessage } from '@guildhall/domain/wire/push-message.js';
import type { RequestDetails } from 'web-push';
import type { DeliveryContent, DeliveryOutcome, DeliverySender } from '../deliveries/delivery-content.js';
import { emailTexts } from '../mail/notifications/email-texts.js';
import { loadNotificationSettings } from '../notifications/notification-choices.js';
import type { Policy } from '../policy/policy.js';
import type { SiteState } from '../policy/site-state.js';
import type { Env } from '../process/env.js';
import type { PushDevice } from '../vault/deliveries/push-devices.js';
import type { Account } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';
import { postPush } from './post-push.js';
import { PrivateAddress } from './public-lookup.js';
import type { PushDevices } from './push-devices.js';

interface Dependencies {
  vault: Vault;
  site: Pick<SiteState, 'settings' | 'theme'>;
  env: Pick<Env, 'allowPrivatePush' | 'publicUrl'>;
  pushDevices: Pick<PushDevices, 'readVapidKeys'>;
  policy: Pick<Policy, 'isValidDespiteBans'>;
}

/** Keep the encrypted message below the 4,096 bytes that every push service accepts (RFC 8030, section 7.2). */
const maxTitleLength = 200;
const maxBodyLength = 240;
const hiddenText = 'You have a new notification.';
const lifetimeSeconds = 86_400;
/** Push services respond with these to a subscription that has ended. */
const endedStatuses: readonly number[] = [404, 410];
/**
 * Unauthorized and Forbidden are faults of the site's keys or clock, which the operator can correct. The others are
 * Request Timeout and Too Many Requests. Retrying after any other status below 500 would not help.
 */
const retriedStatuses: readonly number[] = [401, 403, 408, 429];

/** Sends notifications to all of a member's devices (RFC 8030), encrypted for each of them (RFC 8291). */
export class PushSender implements DeliverySender {
  constructor(private readonly services: Dependencies) {}

  canReachAnyone(): Promise<boolean> {
    return this.services.vault.hasPushDevices();
  }

  async findReachable(userIds: readonly number[]): Promise<ReadonlySet<number>> {
    return new Set(await this.services.vault.findMembersWithDevices(userIds));
  }

  async send({ id: userId }: Account, content: DeliveryContent): Promise<DeliveryOutcome> {
    const { vault, site } = this.services;
    const devices = await this.findCurrentDevices(userId);
    if (devices.length === 0) return { failure: 'permanent', reason: 'The member has no device' };
    const { push_text } = await loadNotificationSettings({ vault }, userId);
    const message = JSON.stringify(composeMessage(content, site, push_text));
    const outcomes = await Promise.all(devices.map((device) => this.sendTo(device, message, deriveTopic(content))));
    // While a delivery waits for a retry, newer replies in its thread wait too.
    return outcomes.find((outcome) => outcome === 'sent') ?? outcomes.find(isTemporary) ?? outcomes[0] ?? 'sent';
  }

  /** Removes the devices of sessions that have expired or that a ban has ended, and returns the others. */
  private async findCurrentDevices(userId: number): Promise<PushDevice[]> {
    const { vault, policy } = this.services;
    const now = new Date().toISOString();
    const sessions = (await vault.listSessions(userId)).filter(
      ({ expiresAt, createdAt }) => expiresAt > now && policy.isValidDespiteBans(userId, createdAt),
    );
    const sessionIds = new Set(sessions.map(({ id }) => id));
    const devices = await vault.listPushDevices(userId);
    const expiredDevices = devices.filter(({ sessionId }) => !sessionIds.has(sessionId));
    if (expiredDevices.length > 0) await vault.removePushDevices(expiredDevices.map(({ id }) => id));
    return devices.filter(({ sessionId }) => sessionIds.has(sessionId));
  }

  private async sendTo(device: PushDevice, message: string, topic: string): Promise<DeliveryOutcome> {
    const { vault, env } = this.services;
    try {
      const request = await this.encrypt(device, message, topic);
      if (request === null) {
        await vault.removePushDevices([device.id]);
        return { failure: 'permanent', reason: 'The keys of the device are not valid' };
      }
      const status = await postPush(request, { allowPrivate: env.allowPrivatePush });
      if (status >= 200 && status < 300) return 'sent';
      if (endedStatuses.includes(status)) await vault.removePushDevices([device.id]);
      const isPermanent = status < 500 && !retriedStatuses.includes(status);
      return { failure: isPermanent ? 'permanent' : 'temporary', reason: `The push service responded ${status}` };
    } catch (error) {
      const isPermanent = error instanceof PrivateAddress;
      const reason = error instanceof Error ? error.message : String(error);
      return { failure: isPermanent ? 'permanent' : 'temporary', reason };
    }
  }

  /**
   * @returns null if the browser's keys are not a point on the curve and a secret
   * @throws if the site's own keys are not valid
   */
  private async encrypt(
    { endpoint, p256dh, auth }: PushDevice,
    message: string,
    topic: string,
  ): Promise<RequestDetails | null> {
    const { default: webPush } = await import('web-push');
    const { publicUrl } = this.services.env;
    // The subject must be an https or mailto address (RFC 8292).
    const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:guildhall@localhost';
    const { publicKey, privateKey } = await this.services.pushDevices.readVapidKeys();
    const { origin } = new URL(endpoint);
    const headers = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm');
    const options = { headers, TTL: lifetimeSeconds, topic, contentEncoding: 'aes128gcm' as const };
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, options);
    } catch {
      return null;
    }
  }
}

const isTemporary = (outcome: DeliveryOutcome): boolean => outcome !== 'sent' && outcome.failure === 'temporary';

const getTag = ({ threadId, id }: DeliveryContent): string => (threadId === null ? id : `thread:${threadId}`);

/** The push service replaces an undelivered message with the same topic, which has at most 32 characters. */
const deriveTopic = (content: DeliveryContent): string =>
  createHash('sha256').update(getTag(content)).digest('base64url').slice(0, 32);

/** Shows the newest item because the messages about one thread replace each other. */
function composeMessage(
  content: DeliveryContent,
  { settings, theme }: Pick<SiteState, 'settings' | 'theme'>,
  showsText: boolean,
): PushMessage {
  const item = content.items.at(-1);
  const target = {
    path: item?.path ?? '/',
    tag: getTag(content),
    icon: chooseIcon(theme),
    notifications: content.items.flatMap(({ notificationId }) => notificationId ?? []),
  };
  if (!item || !showsText) return { title: cut(settings.name, maxTitleLength), body: hiddenText, ...target };
  const title = cut(emailTexts.item[item.kind](item, content.recipient.timeZone), maxTitleLength);
  return { title, body: cut(item.excerpt ?? '', maxBodyLength), ...target };
}

function chooseIcon({ logo, lightLogo }: SiteState['theme']): string | null {
  const hash = parseLogoHash(logo) ?? parseLogoHash(lightLogo);
  return hash && getIconAddress(hash, 192);
}

function cut(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
