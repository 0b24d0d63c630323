import { get, send } from '../../shared/api/api.js';

export async function renderedText(content: string): Promise<string> {
  const { body } = await send<{ content_html: string }>('POST', '/forums/preview', crypto.randomUUID(), { content });
  return body.content_html;
}

const maxNames = 8;

/** Sorted by number of posts. */
export async function namesLike(letters: string): Promise<string[]> {
  return (await get<string[]>(`/usernames?search=${encodeURIComponent(letters)}&limit=${maxNames}`)).body;
}
