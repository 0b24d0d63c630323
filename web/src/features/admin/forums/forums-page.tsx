import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useEffect, useState } from 'react';
import { nearest, useSections, type Place } from '../../../shared/state/sections.js';
import { Button } from '../../../ui/button.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { SkeletonRows } from '../../../ui/skeleton.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { RemovalDialog, type Removal } from '../../../ui/dialog/removal-dialog.js';
import { MatrixDialog } from './matrix-dialog.js';
import { PlaceDialog } from './place-dialog.js';
import { PrefixesDialog } from './prefixes-dialog.js';
import { SectionList } from './place-list.js';
import { RemovedPlaces } from './removed-places.js';
import { deletePlace, loadForums, existing, useForums, type PlaceTarget } from './store.js';
import { texts } from './texts.js';

function removalOf(place: Place): Removal {
  const { display_name: name } = nearest(place);
  const inside = existing(place.section.subcategories);
  const threads = inside.reduce((sum, row) => sum + row.thread_count, place.section.thread_count);
  return {
    title: texts.deleteTitle(name),
    body: place.subsection
      ? texts.deleteSubcategory(name, place.subsection.thread_count)
      : texts.deleteSection(name, inside.length, threads),
    failed: texts.deleteFailed,
    act: (key) => deletePlace(place, key),
  };
}

export function ForumsManagerPage() {
  const { forums, failed, fault } = useForums();
  const shownAt = useSections((state) => state.position);
  const [target, setTarget] = useState<PlaceTarget | null>(null);
  const [permissionsOf, setPermissionsOf] = useState<Place | null>(null);
  const [prefixesOf, setPrefixesOf] = useState<SectionRow | null>(null);
  const [removed, setRemoved] = useState<{ place: Place; button: HTMLElement } | null>(null);

  // Also follows structural changes by other people, which the navigation already shows.
  useEffect(() => void loadForums(), [shownAt]);

  const addSection = () => setTarget({ kind: 'section', section: null, edited: null });
  return (
    <>
      <PageHead title={texts.title} body={texts.lead}>
        <Button kind="primary" onClick={addSection}>
          {texts.addSection}
        </Button>
      </PageHead>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      {!forums && (failed ? <LoadError again={loadForums} /> : <SkeletonRows count={3} height={48} />)}
      {forums && existing(forums.sections).length === 0 && <EmptyState>{texts.none}</EmptyState>}
      {forums && (
        <>
          <SectionList
            sections={forums.sections}
            actions={{
              edit: ({ section, subsection }) =>
                setTarget({ kind: subsection ? 'subsection' : 'section', section, edited: subsection ?? section }),
              permissions: setPermissionsOf,
              prefixes: setPrefixesOf,
              remove: (place, button) => setRemoved({ place, button }),
            }}
            addTo={(section: SectionRow) => setTarget({ kind: 'subsection', section, edited: null })}
          />
          <RemovedPlaces sections={forums.sections} />
        </>
      )}
      {target && <PlaceDialog target={target} close={() => setTarget(null)} />}
      {permissionsOf && forums && (
        <MatrixDialog place={permissionsOf} roles={forums.roles} close={() => setPermissionsOf(null)} />
      )}
      {prefixesOf && <PrefixesDialog section={prefixesOf} close={() => setPrefixesOf(null)} />}
      {removed && (
        <RemovalDialog
          removal={removalOf(removed.place)}
          open
          close={() => setRemoved(null)}
          back={{ current: removed.button }}
        />
      )}
    </>
  );
}
