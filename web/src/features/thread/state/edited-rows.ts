import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { create } from 'zustand';

/** Replies being edited; their forms stay when they are deleted, so that no text is lost. */
export const useEditedRows = create<{ byId: Record<number, PostRow> }>(() => ({ byId: {} }));

export function setEdited(row: PostRow, on: boolean): void {
  useEditedRows.setState(({ byId: { [row.id]: _, ...others } }) => ({
    byId: on ? { ...others, [row.id]: row } : others,
  }));
}
