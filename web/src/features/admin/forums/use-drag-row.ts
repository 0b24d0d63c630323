import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import { useEffect, useState, type RefObject } from 'react';

interface DragRow {
  row: RefObject<HTMLElement | null>;
  handle: RefObject<HTMLElement | null>;
  /** Rows only change places within their list. */
  list: string;
  id: number;
  /** Another row of the list was dropped before or after this one. */
  drop: (id: number, side: 'before' | 'after') => void;
}

/**
 * Lets a row be dragged by its handle.
 * @returns the side of it on which the dragged row would be put now
 */
export function useDragRow({ row, handle, list, id, drop }: DragRow): 'before' | 'after' | null {
  const [side, setSide] = useState<'before' | 'after' | null>(null);
  useEffect(() => {
    const element = row.current;
    const dragHandle = handle.current;
    if (!element || !dragHandle) return;
    const sideOf = (data: Record<string | symbol, unknown>) =>
      extractClosestEdge(data) === 'top' ? 'before' : 'after';
    return combine(
      draggable({ element, dragHandle, getInitialData: () => ({ list, id }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list && source.data.id !== id,
        getData: ({ input }) => attachClosestEdge({}, { input, element, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setSide(sideOf(self.data)),
        onDragLeave: () => setSide(null),
        onDrop: ({ self, source }) => {
          setSide(null);
          drop(Number(source.data.id), sideOf(self.data));
        },
      }),
    );
  }, [row, handle, list, id, drop]);
  return side;
}
