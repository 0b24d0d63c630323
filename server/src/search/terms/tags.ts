import type { Place } from '@guildhall/domain/structure/state.js';

export type ItemKind = 'thread' | 'post';

/**
 * A character that no word of a text contains (see `printable`) and that FTS5 treats as a letter. Without it, an
 * incomplete word such as `po` would match a tag of nearly all texts.
 */
export const tagStart = '\ue000';

export const kindTag = (kind: ItemKind): string => tagStart + kind;

/**
 * Encodes a place as one word of the index. Apart from `tagStart` it contains only letters and digits, so that FTS5
 * treats it as one word.
 */
export const placeTag = ({ sectionId, subsectionId }: Place): string =>
  subsectionId === null ? `${tagStart}s${sectionId}` : `${tagStart}s${sectionId}u${subsectionId}`;

/** A prefix of a section. A thread that has moved elsewhere does not show it, and is not tagged with it. */
export interface OwnedPrefix {
  sectionId: number;
  prefixId: number;
}

export const prefixTag = ({ sectionId, prefixId }: OwnedPrefix): string => `${tagStart}s${sectionId}p${prefixId}`;

export const threadTag = (threadId: number): string => `${tagStart}t${threadId}`;

/** Returns the tags that all texts of a thread share: the thread, its place, and its prefix if it has one. */
export const threadTags = (threadId: number, place: Place, prefixId: number | null): string => {
  const ofPrefix = prefixId === null ? [] : [prefixTag({ sectionId: place.sectionId, prefixId })];
  return [threadTag(threadId), placeTag(place), ...ofPrefix].join(' ');
};

export const asMatch = (tag: string): string => `tags : "${tag}"`;

export const authorTag = (authorId: number): string => `${tagStart}a${authorId}`;

export const itemTag = (kind: ItemKind, id: number): string => `${tagStart}${kind}${id}`;

/**
 * Returns the tags that are indexed with a text's words: a search by kind, author, place or prefix reads no other text,
 * however often its words occur elsewhere, and a text is found by its id.
 */
export const tagsOf = (kind: ItemKind, id: number, ofThread: string, authorId: number): string =>
  `${kindTag(kind)} ${itemTag(kind, id)} ${ofThread} ${authorTag(authorId)}`;
