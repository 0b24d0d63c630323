import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useState } from 'react';
import { getPlaceRow, type Place } from '../../../shared/state/sections.js';
import { Button } from '../../../ui/button.js';
import styles from './forums.module.css';
import { moveItem, type Reorder } from './order.js';
import { PlaceItem, type PlaceActions } from './place-item.js';
import { filterExisting, type Forums } from './api.js';
import { texts } from './texts.js';
import { guestRole } from '@guildhall/domain/roles.js';
import type { PermissionEntryRow } from '@guildhall/domain/wire/schemas/staff/roles.js';

interface SectionListProps {
  forums: Forums;
  actions: PlaceActions;
  reorder: Reorder;
}

export function SectionList(props: SectionListProps) {
  return (
    <OrderedPlaces
      {...props}
      label={texts.sections}
      places={filterExisting(props.forums.sections).map((section) => ({ section, subsection: null }))}
      sectionId={null}
      inside={(section) => (
        <div className={`tall-buttons ${styles['subsections']}`}>
          <OrderedPlaces
            {...props}
            label={section.display_name}
            places={filterExisting(section.subcategories).map((subsection) => ({ section, subsection }))}
            sectionId={section.id}
          />
          <Button
            kind="quiet"
            aria-label={texts.addSubcategoryTo(section.display_name)}
            onClick={() => props.actions.add(section)}
          >
            + {texts.addSubcategory}
          </Button>
        </div>
      )}
    />
  );
}

interface OrderedPlacesProps extends SectionListProps {
  label: string;
  places: Place[];
  sectionId: number | null;
  inside?: (section: SectionRow) => React.ReactNode;
}

function OrderedPlaces({ label, places, sectionId, forums, actions, reorder, inside }: OrderedPlacesProps) {
  const [announcement, setAnnouncement] = useState('');
  const rows = places.map(getPlaceRow);
  const ids = rows.map(({ id }) => id);
  function move(id: number, index: number) {
    reorder(sectionId, moveItem(ids, id, index));
    const movedRow = rows.find((row) => row.id === id);
    setAnnouncement(texts.moved(movedRow?.display_name ?? '', index + 1, rows.length));
  }
  function drop(draggedId: number, onto: number, side: 'before' | 'after') {
    const otherIds = ids.filter((id) => id !== draggedId);
    const index = otherIds.indexOf(onto) + (side === 'after' ? 1 : 0);
    if (ids.indexOf(draggedId) !== index) move(draggedId, index);
  }
  return (
    <>
      <ol role="list" aria-label={label} className="grid">
        {places.map((place, index) => (
          <PlaceItem
            key={getPlaceRow(place).id}
            place={place}
            actions={actions}
            index={index}
            count={places.length}
            move={move}
            drop={drop}
            notes={listNotes(place, forums)}
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

function listNotes(place: Place, { entries, roles }: Forums): string[] {
  const { section, subsection } = place;
  const placeEntries = entries.filter((entry) =>
    subsection ? entry.subsection_id === subsection.id : entry.section_id === section.id,
  );
  const formatNames = (some: readonly PermissionEntryRow[]) =>
    [...roles, { id: guestRole.id, display_name: guestRole.name }]
      .filter(({ id }) => some.some((entry) => entry.role_id === id))
      .map((role) => role.display_name)
      .join(', ');
  const hiddenRoles = formatNames(placeEntries.filter((entry) => !entry.can_view));
  const restrictedRoles = formatNames(placeEntries.filter((entry) => entry.can_view));
  return [
    ...(!subsection && !section.allow_threads_direct ? [texts.onlyInside] : []),
    ...(hiddenRoles === '' ? [] : [texts.hiddenFrom(hiddenRoles)]),
    ...(restrictedRoles === '' ? [] : [texts.narrowed(restrictedRoles)]),
  ];
}
