import type { Sessions } from '../request/sessions.js';
import type { Mail } from '../mail/mail.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Texts } from '../vault/texts.js';

interface Dependencies {
  sessions: Sessions;
  directory: Directory;
  texts: Texts;
  responseCache: { clear(): void };
  mail: Pick<Mail, 'removeMailsOf'>;
}

/** Drops what this server holds of members in memory and as mails. The search index follows the log itself. */
export async function forgetUsers(services: Dependencies, userIds: readonly number[]): Promise<void> {
  for (const userId of userIds) {
    services.sessions.forget(userId, null);
    services.directory.forget(userId);
    services.texts.forget(userId);
  }
  services.responseCache.clear();
  await services.mail.removeMailsOf(userIds);
}
