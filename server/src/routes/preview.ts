import { z } from 'zod';
import { content } from '../request/input.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import { perMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import type { Directory } from '../read-models/members/directory.js';
import { addressedIn } from '../text/addressed.js';
import { refuseTooMuchMarkup, renderMarkdown } from '../text/markdown.js';

interface Dependencies {
  directory: Directory;
}

const written = z.object({ content: content('reply-empty') });
const previewResponse = z.strictObject({ content_html: z.string() });

/** Shows members their text as it will look, before it is sent: nothing is stored. */
export function previewRoutes(services: Dependencies): Operation[] {
  return [
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
      run: (call) => preview(services, call),
    }),
  ];
}

async function preview(services: Dependencies, call: Call<z.infer<typeof written>>): Promise<Result> {
  refuseTooMuchMarkup(call.body.content, 'content');
  const { content } = addressedIn(call.body.content, (name) => services.directory.memberId(name));
  const content_html = renderMarkdown(content, (id) => services.directory.memberName(id));
  return { cache: 'no-store', body: { content_html } };
}
