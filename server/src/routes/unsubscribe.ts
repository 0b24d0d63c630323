import { createHash } from 'node:crypto';
import { refusals } from '@guildhall/domain/refusals.js';
import { Router, type Request, type Response } from 'express';
import { emailTexts } from '../mail/notifications/email-texts.js';
import { openUnsubscribeToken, type UnsubscribeTarget } from '../mail/notifications/unsubscribe-token.js';
import { unsubscribe } from '../mail/notifications/unsubscribe.js';
import { normalizeAddress } from '../request/rate-limits.js';
import type { Services } from '../services.js';
import { emptyHtml, html, Html } from '../text/html.js';

const style = `
body { margin: 0; background: var(--color-bg); color: var(--color-text); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 560px; margin: 0 auto; padding: 32px 16px; overflow-wrap: anywhere }
a { color: var(--color-link) }
a, button { display: inline-block; min-height: 44px; line-height: 44px }
button { padding: 0 20px; border: 0; border-radius: 8px; background: var(--color-accent); color: var(--color-on-accent); font: inherit; font-weight: 600; line-height: 44px; cursor: pointer }
:focus-visible { outline: 2px solid var(--color-focus); outline-offset: 2px }
`;
/** Built separately from the page, whose indentation would change the hash. */
const styleElement = new Html(`<style>${style}</style>`);
const styleHash = createHash('sha256').update(style).digest('base64');
const contentPolicy = `default-src 'none'; style-src 'self' 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * The page that `List-Unsubscribe` links to. Mail programs post to it without a cookie or an `Origin` (RFC 8058), so
 * the token alone decides what is turned off. Scanners open all links in an email, so a GET changes nothing. The page
 * needs no script because mail programs open it in their own browsers.
 */
export function unsubscribePage(services: Services): Router {
  const { env, limits, site } = services;
  const router = Router({ caseSensitive: true });
  const respond = async (req: Request, res: Response): Promise<void> => {
    await limits.take('unsubscribe', normalizeAddress(req));
    const { token } = req.query;
    const unsubscription = typeof token === 'string' ? openUnsubscribeToken(env.secret, token) : null;
    const isDone = req.method === 'POST' && unsubscription !== null;
    if (isDone) await unsubscribe(services, unsubscription, String(req.id));
    const content = unsubscription ? renderTarget(unsubscription.target, isDone) : renderInvalid();
    res
      .status(unsubscription ? 200 : refusals['link-invalid'][0])
      .set({ 'cache-control': 'private, no-store', 'content-security-policy': contentPolicy })
      .type('html')
      .send(renderPage(site.settings.name, content).text);
  };
  router.get('/unsubscribe', respond).post('/unsubscribe', respond);
  return router;
}

function renderTarget(target: UnsubscribeTarget, isDone: boolean): Html {
  const { kinds, join, page } = emailTexts;
  const isThread = 'thread' in target;
  const emails = isThread
    ? ''
    : 'kinds' in target
      ? page.kinds(join(target.kinds.map((kind) => kinds[kind])))
      : page.frequencies[target.frequency];
  const message = isThread ? page.mute[isDone ? 'after' : 'before'] : page.emails[isDone ? 'after' : 'before'](emails);
  const form = html`<form method="post"><button>${isThread ? page.mute.button : page.emails.button}</button></form>`;
  return html`<p role="status">${message}</p>
    ${isDone ? emptyHtml : form}`;
}

function renderInvalid(): Html {
  return html`<p>${emailTexts.page.invalid}</p>`;
}

function renderPage(siteName: string, content: Html): Html {
  const { page, settings } = emailTexts;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${page.title} · ${siteName}</title>
        <link rel="stylesheet" href="/theme.css" />
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>${page.title}</h1>
          ${content}
          <p><a href="/settings/notifications">${settings}</a></p>
        </main>
      </body>
    </html>`;
}
