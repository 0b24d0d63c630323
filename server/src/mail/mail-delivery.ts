import { join } from 'node:path';
import type { MailDelivery } from '@guildhall/domain/wire/schemas/staff/server-status.js';
import type { Logger } from 'pino';
import type { Env } from '../process/env.js';
import { isLocalSite } from '../process/loopback.js';

export function findMailDelivery({ smtpUrl, publicUrl }: Pick<Env, 'smtpUrl' | 'publicUrl'>): MailDelivery {
  if (smtpUrl !== null) return 'smtp';
  return isLocalSite(publicUrl) ? 'folder' : 'folder-public';
}

export const getOutboxFolder = ({ dataDir }: Pick<Env, 'dataDir'>): string => join(dataDir, 'outbox');

export function announceDelivery(env: Pick<Env, 'smtpUrl' | 'publicUrl' | 'dataDir'>, logger: Logger): void {
  const delivery = findMailDelivery(env);
  if (delivery === 'smtp') return;
  const outboxHint = `SMTP_URL is not set: members receive no notifications by email, and other emails are only written to ${getOutboxFolder(env)}`;
  if (delivery === 'folder') logger.info(`${outboxHint}. Their links appear here.`);
  else {
    logger.warn(
      `${outboxHint}. Members of this public site cannot verify their accounts or reset their passwords. ` +
        'Set SMTP_URL to your mail server and restart.',
    );
  }
}
