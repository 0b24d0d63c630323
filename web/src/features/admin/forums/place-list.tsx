import type { SectionRow, SubsectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useState } from 'react';
import type { Place } from '../../../shared/state/sections.js';
import { Button } from '../../../ui/button.js';
import styles from './forums.module.css';
import { idsOf, moveItem, reorder } from './order.js';
import { PlaceItem, type PlaceActions } from './place-item.js';
import { existing, useForums } from './store.js';
import { texts } from './texts.js';
import type { PermissionEntryRow, RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';

interface SectionListProps {
  sections: SectionRow[];
  actions: PlaceActions;
  addTo: (section: SectionRow) => void;
}

export function SectionList({ sections, actions, addTo }: SectionListProps) {
  const rows = existing(sections);
  return (
    <OrderedPlaces
      label={texts.sections}
      rows={rows}
      sectionId={null}
      placeOf={(row) => ({ section: row, subsection: null })}
      actions={actions}
      inside={(section) => (
        <div className={`tall-buttons ${styles['inside']}`}>
          <OrderedPlaces<SubsectionRow>
            label={section.display_name}
            rows={existing(section.subcategories)}
            sectionId={section.id}
            placeOf={(subsection) => ({ section, subsection })}
            actions={actions}
          />
          <Button kind="quiet" aria-label={texts.addSubcategoryTo(section.display_name)} onClick={() => addTo(section)}>
            + {texts.addSubcategory}
          </Button>
        </div>
      )}
    />
  );
}

interface OrderedPlacesProps<Row> {
  label: string;
  rows: Row[];
  sectionId: number | null;
  placeOf: (row: Row) => Place;
  actions: PlaceActions;
  inside?: (row: Row) => React.ReactNode;
}

function OrderedPlaces<Row extends SectionRow | SubsectionRow>(props: OrderedPlacesProps<Row>) {
  const { label, rows, sectionId, placeOf, actions, inside } = props;
  const forums = useForums((state) => state.forums);
  const [announcement, setAnnouncement] = useState('');
  const ids = idsOf(rows);
  function move(id: number, index: number) {
    reorder(sectionId, moveItem(ids, id, index));
    const moved = rows.find((row) => row.id === id);
    setAnnouncement(texts.moved(moved?.display_name ?? '', index + 1, rows.length));
  }
  function drop(dragged: number, onto: number, side: 'before' | 'after') {
    const others = ids.filter((id) => id !== dragged);
    const index = others.indexOf(onto) + (side === 'after' ? 1 : 0);
    if (ids.indexOf(dragged) !== index) move(dragged, index);
  }
  return (
    <>
      <ol role="list" aria-label={label} className="grid">
        {rows.map((row, index) => {
          const place = placeOf(row);
          return (
            <PlaceItem
              key={row.id}
              place={place}
              actions={actions}
              index={index}
              count={rows.length}
              move={move}
              drop={drop}
              notes={forums ? notesOf(place, forums.entries, forums.roles) : []}
            >
              {inside?.(row)}
            </PlaceItem>
          );
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
}

/** Lists the roles that cannot see the place and those with their own permissions there. */
function notesOf(place: Place, entries: readonly PermissionEntryRow[], roles: readonly RoleRow[]): string[] {
  const { section, subsection } = place;
  const here = entries.filter((entry) =>
    subsection ? entry.subsection_id === subsection.id : entry.section_id === section.id,
  );
  const namesOf = (some: readonly PermissionEntryRow[]) =>
    roles
      .filter(({ id }) => some.some((entry) => entry.role_id === id))
      .map((role) => role.display_name)
      .join(', ');
  const hidden = namesOf(here.filter((entry) => !entry.can_view));
  const narrowed = namesOf(here.filter((entry) => entry.can_view));
  return [
    ...(!subsection && !section.allow_threads_direct ? [texts.onlyInside] : []),
    ...(hidden === '' ? [] : [texts.hiddenFrom(hidden)]),
    ...(narrowed === '' ? [] : [texts.narrowed(narrowed)]),
  ];
}
