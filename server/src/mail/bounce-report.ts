import { refusesRecipient } from './email-pause.js';

export interface BounceReport {
  /** The `Message-ID` of the undelivered email. Null if the report does not contain its headers. */
  messageId: string | null;
  /** The reason why the first recipient will never receive the email. Null if every recipient may still receive it. */
  refusal: string | null;
}

/** Limits the work that a crafted message can cause. */
const maxNestingDepth = 10;
const maxHeadersBytes = 64 * 1024;
const maxRefusalLength = 4_096;

/** Reads a delivery status notification (RFC 3464). Returns null for any other message. */
export async function readBounceReport(message: Uint8Array): Promise<BounceReport | null> {
  const { default: PostalMime } = await import('postal-mime');
  const options = { forceRfc822Attachments: true, attachmentEncoding: 'utf8', maxNestingDepth } as const;
  const parse = (part: Uint8Array | string) =>
    PostalMime.parse(part, { ...options, maxHeadersSize: maxHeadersBytes }).catch(() => null);
  const { attachments = [] } = (await parse(message)) ?? {};
  const findContent = (...types: string[]) => attachments.find(({ mimeType }) => types.includes(mimeType))?.content;
  const status = findContent('message/delivery-status', 'message/global-delivery-status');
  if (typeof status !== 'string') return null;
  const original = findContent('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers');
  const { messageId = null } = (typeof original === 'string' && (await parse(original))) || {};
  return { messageId, refusal: parseRefusal(status) };
}

/** Each recipient's fields are one paragraph. A long field continues on lines that begin with a space. */
function parseRefusal(status: string): string | null {
  for (const paragraph of status.replace(/\r\n/g, '\n').split(/\n[ \t]*\n/)) {
    const lines = paragraph.replace(/\n[ \t]+/g, ' ').split('\n');
    const fields = new Map(
      lines.map((line) => [line.split(':', 1)[0]?.trim().toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const status = fields.get('status')?.split(/[\s(]/, 1)[0] ?? '';
    const refusal = (fields.get('diagnostic-code') ?? status).slice(0, maxRefusalLength).replace(/^[\w-]+;\s*/, '');
    const isRefused = refusesRecipient(Number.parseInt(refusal, 10), status);
    if (fields.get('action')?.toLowerCase() === 'failed' && isRefused) return refusal;
  }
  return null;
}
