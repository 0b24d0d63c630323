import type { SectionRow, SubsectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { send, messageOf } from '../../../shared/api/api.js';
import { loadSections } from '../../../shared/state/sections.js';
import { showDone } from '../shared/undo-actions.js';
import { loadChanged, loadForums, existing, useForums } from './store.js';
import { texts } from './texts.js';

/** `index`: the position among the other ids. */
export function moveItem(ids: readonly number[], id: number, index: number): number[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, index), id, ...others.slice(index)];
}

/** Sorts the existing rows by `ids`; deleted rows follow. */
export function sortByIds<Row extends { id: number; deleted?: true }>(
  rows: readonly Row[],
  ids: readonly number[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const named = ids.flatMap((id) => byId.get(id) ?? []);
  return [...named, ...rows.filter(({ id }) => !ids.includes(id))];
}

/**
 * Shows the order immediately and saves it. `sectionId`: the section whose subsections it orders; null for the
 * sections.
 */
export function reorder(sectionId: number | null, ids: number[]): void {
  useForums.setState(({ forums, unsentOrders }) => ({
    fault: null,
    forums: forums && { ...forums, sections: withOrder(forums.sections, sectionId, ids) },
    unsentOrders: new Map(unsentOrders).set(sectionId, ids),
  }));
  void sendOrders();
}

function withOrder(sections: SectionRow[], sectionId: number | null, ids: number[]): SectionRow[] {
  if (sectionId === null) return sortByIds(sections, ids);
  return sections.map((section) =>
    section.id === sectionId
      ? { ...section, subcategories: sortByIds<SubsectionRow>(section.subcategories, ids) }
      : section,
  );
}

/** Sends one order at a time. */
async function sendOrders(): Promise<void> {
  if (useForums.getState().isSendingOrder) return;
  for (let next = takeOrder(); next; next = takeOrder()) {
    const [sectionId, ids] = next;
    const call = sectionId === null ? '/forums/sections/order' : '/forums/subsections/order';
    const body = sectionId === null ? { ids } : { section_id: sectionId, ids };
    try {
      const { acts } = (await send<WriteResponse>('PUT', call, crypto.randomUUID(), body)).body;
      showDone(texts.ordered, acts, loadChanged);
    } catch (error) {
      useForums.setState({
        fault: messageOf(error, texts.orderFailed),
        unsentOrders: new Map(),
        isSendingOrder: false,
      });
      return loadForums();
    }
  }
  await loadSections();
}

function takeOrder(): [number | null, number[]] | null {
  const [first = null, ...others] = useForums.getState().unsentOrders;
  useForums.setState({ unsentOrders: new Map(others), isSendingOrder: first !== null });
  return first;
}

/** Leaves out deleted rows. */
export function idsOf(rows: readonly { id: number; deleted?: true }[]): number[] {
  return existing(rows).map(({ id }) => id);
}
