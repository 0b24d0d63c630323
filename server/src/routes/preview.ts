import { z } from 'zod';
import { content } from '../request/input.js';
import { operation } from './operation.js';
import { perMember } from '../http/operation-limits.js';
import { addressedIn } from '../text/addressed.js';
import { refuseTooMuchMarkup, renderMarkdown } from '../text/markdown.js';

const written = z.object({ content: content('reply-empty') });
const previewResponse = z.strictObject({ content_html: z.string() });

/** Shows members their text as it will look, before it is sent: nothing is stored. */
export const previewRoutes = [
  operation({
    method: 'post',
    path: '/forums/preview',
    tag: 'Forums',
    summary: 'A text rendered as posts are; nothing is stored',
    body: written,
    response: previewResponse,
    login: 'login-first',
    keyless: true,
    limits: [perMember('preview')],
    run: async (call, services) => {
      refuseTooMuchMarkup(call.body.content, 'content');
      const { content } = addressedIn(call.body.content, (name) => services.directory.memberId(name));
      const content_html = renderMarkdown(content, (id) => services.directory.memberName(id));
      return { cache: 'no-store', body: { content_html } };
    },
  }),
];
