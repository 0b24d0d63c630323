import type { DeliveryContent, DeliveryOutcome, DeliverySender } from '../../deliveries/delivery-content.js';
import type { Metrics } from '../../metrics/metrics.js';
import { readLiveColours, type SiteState } from '../../policy/site-state.js';
import type { Env } from '../../process/env.js';
import { foldLogin, hasAddress, getActivePause } from '../../vault/account/account-record.js';
import type { Account } from '../../vault/account/account.js';
import type { Vault } from '../../vault/vault.js';
import { concernsRecipient, isPermanentRefusal, pauseEmails, removeAddresses } from '../email-pause.js';
import type { Email } from '../mailer.js';
import { sealMessageId } from '../message-id.js';
import { composeNotification, type NotificationEmail } from './compose-notification.js';
import { deriveEmailColours, type EmailColours } from './email-colours.js';
import type { EmailSite } from './email-html.js';
import { sealUnsubscribeToken } from './unsubscribe-token.js';

export type MailSite = Pick<SiteState, 'settings' | 'theme'>;

interface Dependencies {
  env: Pick<Env, 'publicUrl' | 'secret' | 'smtpUrl'>;
  vault: Pick<Vault, 'findAccountNames' | 'editAccount'>;
  site: MailSite;
  deliver: (email: Email) => Promise<void>;
  isGone: (accountId: number) => boolean;
  /** Reports whether the error is a fault that only the operator can fix. */
  isKnownFault: (error: unknown) => boolean;
  metrics: Pick<Metrics, 'countMail'>;
}

export function createNotificationSender(dependencies: Dependencies): DeliverySender {
  const { env, vault, deliver, isGone } = dependencies;
  const currentSite = readSite(dependencies);
  // Notifications contain other members' posts, which an erasure could not remove from the outbox.
  const isUsable = env.smtpUrl !== null;
  return {
    canReachAnyone: () => Promise.resolve(isUsable),
    findReachable: async (userIds) => {
      if (!isUsable) return new Set();
      const names = await vault.findAccountNames(userIds);
      const reachable = names.filter(
        (name) => name.verified && !name.emailPaused && hasAddress(name) && !isGone(name.id),
      );
      return new Set(reachable.map(({ id }) => id));
    },
    send: async (account, content) => {
      if (!account.verified || !hasAddress(account) || getActivePause(account) || isGone(account.id)) {
        return { failure: 'permanent', reason: 'The account receives no emails.' };
      }
      const site = currentSite();
      const email = composeNotification(content, site, (target) =>
        buildUnsubscribeUrl(env, { userId: account.id, target }),
      );
      try {
        await deliver({ ...buildEnvelope(env, account, content), ...email, list: buildListHeaders(env, site, email) });
        return 'sent';
      } catch (error) {
        return handleFailure(dependencies, account, error);
      }
    },
  };
}

function buildUnsubscribeUrl(
  { publicUrl, secret }: Dependencies['env'],
  of: Parameters<typeof sealUnsubscribeToken>[1],
) {
  return `${publicUrl}/unsubscribe?token=${sealUnsubscribeToken(secret, of)}`;
}

function buildEnvelope({ secret }: Dependencies['env'], account: Account, { id, threadId }: DeliveryContent) {
  const { id: accountId, email: to } = account;
  const messageId = sealMessageId(secret, { mailId: id, accountId, to });
  // No email has this id. Mail programs use it as the root when they group the emails about a thread.
  const references = threadId === null ? {} : { references: `thread-${threadId}` };
  return { accountId, mailId: id, messageId, to, link: null, ...references };
}

function buildListHeaders(
  { publicUrl }: Dependencies['env'],
  { name }: EmailSite,
  { unsubscribeUrl: url }: NotificationEmail,
) {
  return {
    id: { url: `notifications.${new URL(publicUrl).hostname}`, comment: name.replace(/["\\]/g, '') },
    unsubscribe: { url },
  };
}

async function handleFailure(
  { vault, isKnownFault, metrics }: Dependencies,
  { id, email }: Account,
  error: unknown,
): Promise<DeliveryOutcome> {
  metrics.countMail('failed');
  const reason = removeAddresses(error instanceof Error ? error.message : String(error));
  if (isKnownFault(error) || !isPermanentRefusal(error)) return { failure: 'temporary', reason };
  const isSame = (address: string) => foldLogin(address) === foldLogin(email);
  if (concernsRecipient(error)) await vault.editAccount(id, pauseEmails(reason, isSame));
  return { failure: 'permanent', reason };
}

/** Caches the colours, because computing the palette takes longer than composing an email. */
function readSite({ env: { publicUrl }, site }: Dependencies): () => EmailSite {
  let cachedColours: { theme: MailSite['theme']; colours: EmailColours } | undefined;
  return () => {
    const { settings, theme } = site;
    if (cachedColours?.theme !== theme) cachedColours = { theme, colours: deriveEmailColours(readLiveColours(theme)) };
    const logo = theme.lightLogo ?? theme.logo;
    return {
      name: settings.name,
      url: publicUrl,
      logo: logo === null ? null : new URL(logo, publicUrl).href,
      colours: cachedColours.colours,
    };
  };
}
