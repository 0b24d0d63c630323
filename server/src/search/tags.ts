import type { Place } from '@guildhall/domain/structure/state.js';

export type ItemKind = 'thread' | 'post';

/** One word for a place, as the index stores it. Only letters and digits, so that FTS5 treats it as one word. */
export const placeTag = ({ sectionId, subsectionId }: Place): string =>
  subsectionId === null ? `s${sectionId}` : `s${sectionId}u${subsectionId}`;

export const authorTag = (authorId: number): string => `a${authorId}`;

/**
 * The tags of a text in addition to its words: so a search of one kind, author or place reads no other text, however
 * often its words occur elsewhere.
 */
export const tagsOf = (kind: ItemKind, place: string, authorId: number): string =>
  `${kind} ${place} ${authorTag(authorId)}`;
