import { z } from 'zod';
import { content } from '../http/input.js';
import { operation, requireUser, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import type { Limits } from '../http/rate-limits.js';
import type { Directory } from '../read-models/members/directory.js';
import { refuseTooMuchMarkup, renderMarkdown } from '../text/markdown.js';

interface Dependencies {
  directory: Directory;
  limits: Limits;
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
      run: (call) => preview(services, call),
    }),
  ];
}

async function preview(services: Dependencies, call: Call<z.infer<typeof written>>): Promise<Result> {
  const userId = requireUser(call, 'login-first');
  await services.limits.take('preview', String(userId));
  refuseTooMuchMarkup(call.body.content, 'content');
  const content_html = renderMarkdown(call.body.content, (name) => services.directory.memberName(name));
  return { cache: 'no-store', body: { content_html } };
}
