import { useState, type ReactNode } from 'react';
import { getPlaceRow, type Place } from '../../../shared/state/sections.js';
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
import { deletePlace, filterExisting, useForums, type Forums, type PlaceTarget } from './api.js';
import { useReorder } from './order.js';
import { texts } from './texts.js';

function describeRemoval(place: Place): Removal {
  const { display_name: name } = getPlaceRow(place);
  const subsections = filterExisting(place.section.subcategories);
  const threads = subsections.reduce((sum, row) => sum + row.thread_count, place.section.thread_count);
  return {
    title: texts.deleteTitle(!place.subsection),
    body: place.subsection
      ? texts.deleteSubcategory(name, place.subsection.thread_count)
      : texts.deleteSection(name, subsections.length, threads),
    failureText: texts.deleteFailed,
    remove: (key) => deletePlace(place, key),
  };
}

type RenderDialog = (forums: Forums | undefined) => ReactNode;

export function ForumsManagerPage() {
  const { data: forums, isError, refetch } = useForums();
  const { reorder, fault } = useReorder();
  const [dialog, setDialog] = useState<RenderDialog | null>(null);
  const show = (render: RenderDialog) => setDialog(() => render);
  const close = () => setDialog(null);
  const editPlace = (target: PlaceTarget) =>
    show((current) => <PlaceDialog target={target} sections={current?.sections ?? []} close={close} />);
  return (
    <>
      <PageHead title={texts.title} body={texts.lead}>
        <Button kind="primary" onClick={() => editPlace({ section: null, editedPlace: null })}>
          {texts.addSection}
        </Button>
      </PageHead>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      {!forums && (isError ? <LoadError retry={refetch} /> : <SkeletonRows count={3} height={48} />)}
      {forums && filterExisting(forums.sections).length === 0 && <EmptyState>{texts.none}</EmptyState>}
      {forums && (
        <>
          <SectionList
            forums={forums}
            actions={{
              add: (section) => editPlace({ section, editedPlace: null }),
              edit: ({ section, subsection }) =>
                editPlace(subsection ? { section, editedPlace: subsection } : { section: null, editedPlace: section }),
              openPermissions: (place) =>
                show((current) => <MatrixDialog place={place} roles={current?.roles ?? []} close={close} />),
              openPrefixes: (section) => show(() => <PrefixesDialog section={section} close={close} />),
              remove: (place, button) =>
                show(() => (
                  <RemovalDialog removal={describeRemoval(place)} open close={close} back={{ current: button }} />
                )),
            }}
            reorder={reorder}
          />
          <RemovedPlaces sections={forums.sections} />
        </>
      )}
      {dialog?.(forums)}
    </>
  );
}
