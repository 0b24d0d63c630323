import { pages } from '@guildhall/domain/wire/pages.js';
import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import type { DeliveryContent, DeliveryItem, Digest } from '../../deliveries/delivery-content.js';
import { emptyHtml, html, type Html } from '../../text/html.js';
import type { EmailText } from '../compose-mail.js';
import { EmailHtml, type EmailSite } from './email-html.js';
import { emailTexts } from './email-texts.js';
import type { UnsubscribeTarget } from './unsubscribe-token.js';

export interface NotificationEmail extends EmailText {
  /** The thread that all items are in, if there is only one. */
  threadId: number | null;
  unsubscribeUrl: string;
}

export type UnsubscribeUrl = (target: UnsubscribeTarget) => string;

export function composeNotification(
  content: DeliveryContent,
  site: EmailSite,
  unsubscribeUrlOf: UnsubscribeUrl,
): NotificationEmail {
  const thread = findCommonThread(content);
  const links: EmailLinks = {
    open: (path) => site.url + path,
    read: site.url + (isAboutOne(content) ? (content.items[0]?.path ?? '/') : pages.notifications.path),
    mute: thread === null ? null : unsubscribeUrlOf({ thread: thread.id }),
    settings: `${site.url}/settings/notifications`,
    unsubscribe: unsubscribeUrlOf(chooseUnsubscribeTarget(content)),
  };
  return {
    subject: composeSubject(content, site.name),
    text: renderText(content, site.name, links),
    html: renderHtml(content, site, links),
    threadId: thread?.id ?? null,
    unsubscribeUrl: links.unsubscribe,
  };
}

interface EmailLinks {
  open: (path: string) => string;
  read: string;
  mute: string | null;
  settings: string;
  unsubscribe: string;
}

/** If this is true, the first (oldest) item leads to all others. */
const isAboutOne = ({ threadId, items, omitted, digest }: DeliveryContent): boolean =>
  threadId !== null || (digest === null && items.length + omitted === 1);

function findCommonThread({ threadId, items }: DeliveryContent): DeliveryItem['thread'] {
  return (threadId !== null && items.find(({ thread }) => thread?.id === threadId)?.thread) || null;
}

/** A digest ends with the last kind that it contains, so its link turns off all of them. */
function chooseUnsubscribeTarget({ frequency, items }: DeliveryContent): UnsubscribeTarget {
  if (frequency !== 'at-once') return { frequency };
  return { kinds: [...new Set(items.map(({ kind }) => kind))] };
}

/** Emails about a thread have the same subject, because some mail programs group emails by it. */
function composeSubject(content: DeliveryContent, siteName: string): string {
  const { items, omitted, frequency, recipient } = content;
  const name = isolateRightToLeft(siteName);
  const thread = findCommonThread(content);
  if (thread !== null) return `${isolateRightToLeft(thread.title)} · ${name}`;
  const [firstItem] = items;
  if (frequency === 'at-once' && firstItem && items.length + omitted === 1)
    return `${emailTexts.item[firstItem.kind](firstItem, recipient.timeZone)} · ${name}`;
  return emailTexts.subject[frequency](name, items.length + omitted);
}

function renderText(content: DeliveryContent, siteName: string, links: EmailLinks): string {
  const { recipient, items, omitted, digest } = content;
  const formatItem = (item: DeliveryItem) => [
    emailTexts.item[item.kind](item, recipient.timeZone),
    emailTexts.time(item.at, recipient.timeZone),
    ...(item.reason === null ? [] : [emailTexts.reason(item.reason)]),
    ...(item.excerpt === null ? [] : [item.excerpt.replace(/^/gm, '> ')]),
    links.open(item.path),
  ];
  const paragraphs = [
    emailTexts.greeting(recipient.username),
    ...(digest === null ? [] : [emailTexts.numbers(digest)]),
    ...(digest === null || items.length === 0 ? [] : [`${emailTexts.notices}:`]),
    ...items.map((item) => formatItem(item).join('\n')),
    ...(omitted === 0 ? [] : [emailTexts.omitted(omitted)]),
    ...(digest === null || digest.liveliest.length === 0 ? [] : [`${emailTexts.liveliest}:`]),
    ...(digest?.liveliest ?? []).map(
      ({ title, path, replies }) =>
        `${isolateRightToLeft(title)} (${emailTexts.replies(replies)})\n${links.open(path)}`,
    ),
    ...(isAboutOne(content) ? [] : [`${emailTexts.readAll}: ${links.read}`]),
    // Mail programs hide what follows this line in replies.
    '-- ',
  ];
  const footer = [
    emailTexts.footer(isolateRightToLeft(siteName)),
    ...(links.mute === null ? [] : [`${emailTexts.mute}: ${links.mute}`]),
    `${emailTexts.settings}: ${links.settings}`,
    `${emailTexts.unsubscribe}: ${links.unsubscribe}`,
  ];
  return `${paragraphs.join('\n\n')}\n${footer.join('\n')}\n`;
}

function renderHtml(content: DeliveryContent, site: EmailSite, links: EmailLinks): string {
  const { recipient, items, omitted, digest } = content;
  const layout = new EmailHtml(site);
  const sentences = items.map((item) => emailTexts.item[item.kind](item, recipient.timeZone));
  const renderItem = (item: DeliveryItem, index: number): Html =>
    html`${layout.renderParagraph(
      html`<strong>${sentences[index] ?? ''}</strong><br /><span ${layout.renderAttributes('font-size: 14px', 'muted')}
          >${emailTexts.time(item.at, recipient.timeZone)}${items.length > 1 ? html` · ${layout.link(links.open(item.path), emailTexts.read)}` : emptyHtml}</span
        >`,
      'overflow-wrap: anywhere',
    )}
    ${item.reason === null ? emptyHtml : layout.renderParagraph(emailTexts.reason(item.reason), '')}
    ${item.excerpt === null ? emptyHtml : layout.quote(item.excerpt)}`;
  const buttons = [
    layout.renderButton(links.read, isAboutOne(content) ? emailTexts.read : emailTexts.readAll, true),
    ...(links.mute === null ? [] : [layout.renderButton(links.mute, emailTexts.mute, false)]),
  ];
  return layout.renderPage({
    title: composeSubject(content, site.name),
    preview: digest === null ? (items[0]?.excerpt ?? sentences[0] ?? '') : emailTexts.numbers(digest),
    content: html`${layout.renderParagraph(emailTexts.greeting(recipient.username), '')}
      ${digest === null ? emptyHtml : layout.renderParagraph(emailTexts.numbers(digest), '')}
      ${digest === null || items.length === 0 ? emptyHtml : layout.renderHeading(emailTexts.notices)}
      ${items.map(renderItem)} ${omitted === 0 ? emptyHtml : layout.renderParagraph(emailTexts.omitted(omitted), '')}
      ${renderLiveliest(digest, layout, links)}
      <p style="margin: 20px 0 0">${buttons}</p>`,
    footer: html`<p style="margin: 0 0 8px">${emailTexts.footer(site.name)}</p>
      <p style="margin: 0">
        ${layout.link(links.settings, emailTexts.settings)} · ${layout.link(links.unsubscribe, emailTexts.unsubscribe)}
      </p>`,
  });
}

function renderLiveliest(digest: Digest | null, layout: EmailHtml, links: EmailLinks): Html {
  if (digest === null || digest.liveliest.length === 0) return emptyHtml;
  const rows = digest.liveliest.map(
    ({ title, path, replies }) =>
      html`<li style="margin: 0 0 8px; overflow-wrap: anywhere">
        ${layout.link(links.open(path), title)}<br />
        <span ${layout.renderAttributes('font-size: 14px', 'muted')}>${emailTexts.replies(replies)}</span>
      </li>`,
  );
  return html`${layout.renderHeading(emailTexts.liveliest)}
    <ul style="margin: 0 0 12px; padding: 0 0 0 20px">
      ${rows}
    </ul>`;
}
