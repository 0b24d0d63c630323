import { pictureForm, pictureMarkdown, plainAlt } from '@guildhall/domain/uploads.js';

const uploadingForm = /!\[(?:\\[^\n]|[^\\[\]\n])*\]\(uploading:([\w-]+)\)/g;

/** Marks where a picture will appear once it has been uploaded. Never sent to the server. */
export function uploadingMark(key: string, fileName: string): string {
  return `![${fileName.replace(/[\\[\]\s]+/g, ' ').trim()}](uploading:${key})`;
}

/**
 * Removes the marks of uploads that are not in progress, and the empty lines that they leave. A draft contains such
 * marks if its page was closed during an upload.
 */
export function withoutStaleMarks(text: string, keys: ReadonlySet<string>): string {
  let isChanged = false;
  const remaining = text.replace(uploadingForm, (mark, key: string) => {
    if (keys.has(key)) return mark;
    isChanged = true;
    return '';
  });
  return isChanged ? remaining.replace(/\n{3,}/g, '\n\n') : text;
}

export function withAlt(text: string, id: string, alt: string): string {
  return replacePicture(text, id, () => pictureMarkdown({ id, alt }));
}

export function withoutPicture(text: string, id: string): string {
  return replacePicture(text, id, () => '').replace(/\n{3,}/g, '\n\n');
}

function replacePicture(text: string, id: string, replacement: () => string): string {
  return text.replace(new RegExp(pictureForm(), 'g'), (source, _alt, usedId) =>
    usedId === id ? replacement() : source,
  );
}

/** Returns each picture in the text once, with the alt text of its first appearance. */
export function distinctPictures(text: string): { id: string; alt: string }[] {
  const alts = new Map<string, string>();
  for (const [, alt = '', id = ''] of text.matchAll(new RegExp(pictureForm(), 'g'))) {
    if (!alts.has(id)) alts.set(id, plainAlt(alt));
  }
  return [...alts].map(([id, alt]) => ({ id, alt }));
}
