import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { create } from 'zustand';

/** The replies that are being edited: their forms stay when they are deleted, as nobody's text may vanish. */
export const useEditedRows = create<{ byId: Record<number, PostRow> }>(() => ({ byId: {} }));

export function setEdited(row: PostRow, on: boolean): void {
  useEditedRows.setState(({ byId: { [row.id]: _, ...others } }) => ({
    byId: on ? { ...others, [row.id]: row } : others,
  }));
}
