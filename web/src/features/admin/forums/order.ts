import type { SectionRow, SubsectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useRef } from 'react';
import { createId } from '../../../shared/create-id.js';
import { send } from '../../../shared/api/api.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { loadSections } from '../../../shared/state/sections.js';
import { showDone } from '../shared/undo-actions.js';
import { loadChanged, loadForums, showOrder } from './api.js';
import { texts } from './texts.js';

export function moveItem(ids: readonly number[], id: number, index: number): number[] {
  const otherIds = ids.filter((other) => other !== id);
  return [...otherIds.slice(0, index), id, ...otherIds.slice(index)];
}

function sortByIds<Row extends { id: number; deleted?: true }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const orderedRows = ids.flatMap((id) => byId.get(id) ?? []);
  return [...orderedRows, ...rows.filter(({ id }) => !ids.includes(id))];
}

function withOrder(sections: SectionRow[], sectionId: number | null, ids: number[]): SectionRow[] {
  if (sectionId === null) return sortByIds(sections, ids);
  return sections.map((section) =>
    section.id === sectionId
      ? { ...section, subcategories: sortByIds<SubsectionRow>(section.subcategories, ids) }
      : section,
  );
}

export type Reorder = (sectionId: number | null, ids: number[]) => void;

export function useReorder(): { reorder: Reorder; fault: string | null } {
  const { fault, run } = useMutation(texts.orderFailed);
  const unsentOrders = useRef(new Map<number | null, number[]>());
  async function sendUnsent() {
    try {
      for (const [sectionId, ids] of unsentOrders.current) {
        unsentOrders.current.delete(sectionId);
        const call = sectionId === null ? '/forums/sections/order' : '/forums/subsections/order';
        const body = sectionId === null ? { ids } : { section_id: sectionId, ids };
        const { acts } = (await send<WriteResponse>('PUT', call, createId(), body)).body;
        showDone(texts.ordered, acts, loadChanged);
      }
      void loadSections();
    } catch (error) {
      unsentOrders.current.clear();
      void loadForums();
      throw error;
    }
  }
  function reorder(sectionId: number | null, ids: number[]) {
    showOrder((sections) => withOrder(sections, sectionId, ids));
    unsentOrders.current.set(sectionId, ids);
    void run(ids, sendUnsent); // A run in progress also sends orders that are added in the meantime.
  }
  return { reorder, fault };
}
