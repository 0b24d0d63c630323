import { promisify } from 'node:util';
import { Refusal } from '@guildhall/domain/refusals.js';
import express, { Router } from 'express';
import { requireNoEncoding } from '../http/upload.js';
import { readBounceReport } from '../mail/bounce-report.js';
import { pauseEmails } from '../mail/email-pause.js';
import { parseMessageId, isMessageTo } from '../mail/message-id.js';
import { isBearerToken } from '../process/secrets.js';
import { normalizeAddress } from '../request/rate-limits.js';
import type { Services } from '../services.js';

/** A report contains at least the email's headers, and at most all of it. */
const maxReportBytes = 1024 * 1024;
const readReport = promisify(express.raw({ limit: maxReportBytes, type: () => true, inflate: false }));

/**
 * The mail server passes on what it receives from others, so the secret shows only that the report came from that
 * server. An address is paused only if the report contains the sealed id of an email sent to it.
 */
export function createBounceRoutes(services: Services): Router {
  const { env, vault, limits, logger } = services;
  const router = Router({ caseSensitive: true });
  router.post('/api/mail/bounces', async (req, res, next) => {
    if (env.mailBounceSecret === null) return next();
    await limits.take('bounce', normalizeAddress(req));
    if (!isBearerToken(req.headers.authorization, env.mailBounceSecret)) {
      throw new Refusal('login-failed', undefined, 'This request needs the header Authorization: Bearer <secret>');
    }
    requireNoEncoding(req);
    await readReport(req, res);
    const bytes: unknown = req.body;
    const report = Buffer.isBuffer(bytes) ? await readBounceReport(bytes) : null;
    if (!report) throw new Refusal('validation', undefined, 'The body is not a delivery status notification.');
    const { messageId, refusal } = report;
    const message = messageId === null ? null : parseMessageId(messageId);
    const isPaused =
      refusal !== null &&
      message !== null &&
      (await vault.editAccount(
        message.accountId,
        pauseEmails(refusal, (email) => isMessageTo(env.secret, message, email)),
      )) === 'changed';
    if (isPaused) logger.info({ userId: message.accountId }, 'the emails to an address are paused');
    res.json({ success: true, paused: isPaused });
  });
  return router;
}
