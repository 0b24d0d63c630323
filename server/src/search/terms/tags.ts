import type { Place } from '@guildhall/domain/structure/state.js';

export type ItemKind = 'thread' | 'post';

/**
 * FTS5 treats this character as a letter, but no word contains it. Otherwise, an incomplete `po` would match a tag that
 * nearly all posts have.
 */
export const tagStart = '\ue000';

export const buildKindTag = (kind: ItemKind): string => tagStart + kind;

export const buildPlaceTag = ({ sectionId, subsectionId }: Place): string =>
  subsectionId === null ? `${tagStart}s${sectionId}` : `${tagStart}s${sectionId}u${subsectionId}`;

export interface OwnedPrefix {
  sectionId: number;
  prefixId: number;
}

export const buildPrefixTag = ({ sectionId, prefixId }: OwnedPrefix): string => `${tagStart}s${sectionId}p${prefixId}`;

export const buildThreadTag = (threadId: number): string => `${tagStart}t${threadId}`;

export const solvedTag = `${tagStart}solved`;

export interface TaggedThread extends Place {
  prefixId: number | null;
  solved: 0 | 1;
}

export const buildThreadTags = (threadId: number, { prefixId, solved, ...place }: TaggedThread): string => {
  const prefixTags = prefixId === null ? [] : [buildPrefixTag({ sectionId: place.sectionId, prefixId })];
  return [buildThreadTag(threadId), buildPlaceTag(place), ...prefixTags, ...(solved ? [solvedTag] : [])].join(' ');
};

export const toMatchExpression = (tag: string): string => `tags : "${tag}"`;

export const buildAuthorTag = (authorId: number): string => `${tagStart}a${authorId}`;

export const buildItemTag = (kind: ItemKind, id: number): string => `${tagStart}${kind}${id}`;

/** Tags are indexed together with a post's words, so filtering by them reads no other posts. */
export const buildTags = (kind: ItemKind, id: number, ofThread: string, authorId: number): string =>
  `${buildKindTag(kind)} ${buildItemTag(kind, id)} ${ofThread} ${buildAuthorTag(authorId)}`;
