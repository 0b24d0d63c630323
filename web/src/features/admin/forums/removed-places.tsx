import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useRef } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { getPlaceRow, type Place } from '../../../shared/state/sections.js';
import { Button } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import { restorePlace } from './api.js';
import { texts } from './texts.js';

/** Omits subsections of deleted sections because restoring the section also restores them. */
function listRemovedPlaces(sections: readonly SectionRow[]): Place[] {
  return sections.flatMap((section): Place[] =>
    section.deleted
      ? [{ section, subsection: null }]
      : section.subcategories.filter(({ deleted }) => deleted).map((subsection) => ({ section, subsection })),
  );
}

export function RemovedPlaces({ sections }: { sections: SectionRow[] }) {
  const { busy, fault, run } = useMutation(texts.restoreFailed);
  const head = useRef<HTMLHeadingElement>(null);
  const places = listRemovedPlaces(sections);
  if (places.length === 0) return null;
  async function restore(place: Place) {
    if (busy) return;
    await run(getPlaceRow(place).id, (key) => restorePlace(place, key));
    head.current?.focus();
  }
  return (
    <section className="margin-top-32">
      <h2 ref={head} tabIndex={-1}>
        {texts.removed}
      </h2>
      <p className="hint break-anywhere">{texts.removedLead}</p>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <ul role="list" className="grid">
        {places.map((place) => {
          const { id, display_name: name, thread_count } = getPlaceRow(place);
          const where = place.subsection ? [texts.removedIn(place.section.display_name)] : [];
          return (
            <li key={id} className="line gap-12 spread divided padding-y-12">
              <div className="shrinkable">
                <h3>{name}</h3>
                <p className="hint break-anywhere">
                  {[texts.facts(getPlaceRow(place).name, thread_count), ...where].join(' · ')}
                </p>
              </div>
              <Button
                aria-label={texts.labelFor(texts.restore, name)}
                aria-disabled={busy}
                onClick={() => void restore(place)}
              >
                {texts.restore}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
