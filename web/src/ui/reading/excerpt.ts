import { texts } from '../texts.js';

/** Returns the plain text of rendered Markdown, with pictures as their alt text and without the contents of spoilers. */
export function extractExcerpt(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const spoiler of body.querySelectorAll('.spoiler')) spoiler.replaceWith(texts.spoiler);
  for (const image of body.querySelectorAll('img')) image.replaceWith(` ${image.alt} `);
  return body.textContent.replace(/\s+/g, ' ').trim();
}
