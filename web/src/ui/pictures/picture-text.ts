import { buildPicturePattern, formatPicture, unescapeAlt } from '@guildhall/domain/uploads.js';
import { isCodeAt } from '../editor/writing/in-code.js';

const uploadingForm = /!\[(?:\\[^\n]|[^\\[\]\n])*\]\(uploading:([\w-]+)\)/g;

/** Marks where a picture will appear once it has been uploaded. Never sent to the server. */
export function createUploadingMark(key: string, fileName: string): string {
  return `![${fileName.replace(/[\\[\]\s]+/g, ' ').trim()}](uploading:${key})`;
}

/**
 * Removes the marks of uploads that are not in progress, and the empty lines that they leave. A draft contains such
 * marks if its page was closed during an upload.
 */
export function withoutStaleMarks(text: string, keys: ReadonlySet<string>): string {
  const isStale = ([, key = '']: RegExpExecArray) => !keys.has(key);
  return removeLines(text, [...text.matchAll(uploadingForm)].filter(isStale));
}

/** The same picture may be described differently in other places, so only places with the previous alt text change. */
export function withAlt(text: string, id: string, previous: string, alt: string): string {
  let changedText = text;
  for (const { 0: source, 1: currentAlt = '', index } of findPicture(text, id).reverse()) {
    if (unescapeAlt(currentAlt) !== previous) continue;
    changedText = changedText.slice(0, index) + formatPicture({ id, alt }) + changedText.slice(index + source.length);
  }
  return changedText;
}

export function withoutPicture(text: string, id: string): string {
  return removeLines(text, findPicture(text, id));
}

/** A picture in code is an example of how to write one. */
const findPicture = (text: string, id: string): RegExpExecArray[] =>
  [...text.matchAll(new RegExp(buildPicturePattern(), 'g'))].filter(
    (match) => match[2] === id && !isCodeAt(text, match.index),
  );

/** Keeps the larger of the two gaps around what was removed, up to one empty line. */
function removeLines(text: string, matches: RegExpExecArray[]): string {
  let remainingText = text;
  for (const { 0: source, index } of matches.reverse()) {
    const before = remainingText.slice(0, index);
    const after = remainingText.slice(index + source.length);
    const [start, end] = [before.replace(/\n+$/, ''), after.replace(/^\n+/, '')];
    const lineBreaks = Math.max(before.length - start.length, after.length - end.length);
    remainingText = `${start}${'\n'.repeat(Math.min(lineBreaks, 2))}${end}`;
  }
  return remainingText;
}

/** Returns each picture in the text once, with the alt text of its first appearance. Omits examples in code. */
export function listDistinctPictures(text: string): { id: string; alt: string }[] {
  const alts = new Map<string, string>();
  for (const { 1: alt = '', 2: id = '', index } of text.matchAll(new RegExp(buildPicturePattern(), 'g'))) {
    if (!alts.has(id) && !isCodeAt(text, index)) alts.set(id, unescapeAlt(alt));
  }
  return [...alts].map(([id, alt]) => ({ id, alt }));
}
