import { html, emptyHtml } from '../text/html.js';
import type { MailVariables, MailText } from './mail-texts.js';

export interface EmailText {
  subject: string;
  text: string;
  html: string;
}

export function composeMail(
  { username }: Pick<MailVariables, 'username'>,
  mailText: MailText,
  link: string | null,
): EmailText {
  const { subject, opening, button = subject, closing } = mailText;
  const greeting = `Hello ${username},`;
  const paragraphs = [greeting, opening, ...(link === null ? [] : [link]), closing];
  const linkParagraph = html`<p><a href="${link ?? ''}">${button}</a></p>
    <p>Or copy this address into your browser:<br />${link ?? ''}</p> `;
  return {
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: html`<!doctype html>
      <html lang="en">
        <body style="font-family: sans-serif; font-size: 16px; line-height: 1.5">
          <p>${greeting}</p>
          <p>${opening}</p>
          ${link === null ? emptyHtml : linkParagraph}
          <p>${closing}</p>
        </body>
      </html> `.text,
  };
}

export function formatTime(time: string, withHour: boolean): string {
  const form = withHour ? ({ dateStyle: 'long', timeStyle: 'short' } as const) : ({ dateStyle: 'long' } as const);
  const formattedTime = new Intl.DateTimeFormat('en-GB', { ...form, timeZone: 'UTC' }).format(new Date(time));
  return `${formattedTime} (UTC)`;
}
