import type { Place } from '@guildhall/domain/structure/state.js';

export type ItemKind = 'thread' | 'post';

/** One word for a place, as the index keeps it. Letters and digits alone, so that FTS5 takes it for one. */
export const placeTag = ({ sectionId, subsectionId }: Place): string =>
  subsectionId === null ? `s${sectionId}` : `s${sectionId}u${subsectionId}`;

export const authorTag = (authorId: number): string => `a${authorId}`;

/**
 * What a text stands under beside its words: so a search of one kind, author or place meets no other text, however
 * often its words stand elsewhere.
 */
export const tagsOf = (kind: ItemKind, place: string, authorId: number): string =>
  `${kind} ${place} ${authorTag(authorId)}`;
