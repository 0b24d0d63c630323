import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useState } from 'react';
import { nearest, type Place } from '../../../shared/state/sections.js';
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
  return (
    <OrderedPlaces
      label={texts.sections}
      places={existing(sections).map((section) => ({ section, subsection: null }))}
      sectionId={null}
      actions={actions}
      inside={(section) => (
        <div className={`tall-buttons ${styles['inside']}`}>
          <OrderedPlaces
            label={section.display_name}
            places={existing(section.subcategories).map((subsection) => ({ section, subsection }))}
            sectionId={section.id}
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

interface OrderedPlacesProps {
  label: string;
  places: Place[];
  sectionId: number | null;
  actions: PlaceActions;
  inside?: (section: SectionRow) => React.ReactNode;
}

function OrderedPlaces({ label, places, sectionId, actions, inside }: OrderedPlacesProps) {
  const forums = useForums((state) => state.forums);
  const [announcement, setAnnouncement] = useState('');
  const rows = places.map(nearest);
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
        {places.map((place, index) => (
          <PlaceItem
            key={nearest(place).id}
            place={place}
            actions={actions}
            index={index}
            count={places.length}
            move={move}
            drop={drop}
            notes={forums ? notesOf(place, forums.entries, forums.roles) : []}
          >
            {inside?.(place.section)}
          </PlaceItem>
        ))}
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
