import { useId } from 'react';
import { linkToPlace } from '../../shared/paths.js';
import { nearest, type Place } from '../../shared/state/sections.js';
import styles from './forum.module.css';
import { texts } from './texts.js';

interface PlaceChooserProps {
  places: Place[];
  /** Null if none is chosen yet. */
  chosen: Place | null;
  choose: (place: Place) => void;
}

/** Renders nothing if there is only one place. */
export function PlaceChooser({ places, chosen, choose }: PlaceChooserProps) {
  const id = useId();
  const value = chosen ? linkToPlace(chosen) : '';
  const isOfOneSection = new Set(places.map(({ section }) => section.id)).size === 1;
  const isOpen = places.some((place) => linkToPlace(place) === value);
  if (places.length === 0 || (isOpen && places.length === 1)) return null;
  return (
    <div className={`grid gap-6 one-column ${styles['chooser']}`}>
      <label className="label" htmlFor={id}>
        {texts.where}
      </label>
      <select
        className="select"
        id={id}
        value={isOpen ? value : ''}
        onChange={(event) => {
          const place = places.find((one) => linkToPlace(one) === event.target.value);
          if (place) choose(place);
        }}
      >
        {!isOpen && (
          <option value="" disabled>
            {chosen ? texts.selectSubcategory : texts.selectSection}
          </option>
        )}
        {places.map((place) => (
          <option key={linkToPlace(place)} value={linkToPlace(place)}>
            {isOfOneSection ? nearest(place).display_name : wholeName(place)}
          </option>
        ))}
      </select>
    </div>
  );
}

const wholeName = ({ section, subsection }: Place): string =>
  subsection ? `${section.display_name} › ${subsection.display_name}` : section.display_name;
