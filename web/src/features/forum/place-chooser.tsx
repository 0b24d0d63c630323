import { useId } from 'react';
import { linkToPlace } from '../../shared/paths.js';
import { nearest, type Place } from '../../shared/state/sections.js';
import styles from './forum.module.css';
import { texts } from './texts.js';

interface PlaceChooserProps {
  /** Where the member may start a thread. */
  places: Place[];
  chosen: Place;
  choose: (place: Place) => void;
}

/** The section itself or one of its subcategories; nothing to choose where there is only one place. */
export function PlaceChooser({ places, chosen, choose }: PlaceChooserProps) {
  const id = useId();
  const value = linkToPlace(chosen);
  const isOpen = places.some((place) => linkToPlace(place) === value);
  if (places.length === 0 || (isOpen && places.length === 1)) return null;
  return (
    <div className={styles['chooser']}>
      <label htmlFor={id}>{texts.where}</label>
      <select
        id={id}
        value={isOpen ? value : ''}
        onChange={(event) => {
          const place = places.find((one) => linkToPlace(one) === event.target.value);
          if (place) choose(place);
        }}
      >
        {!isOpen && (
          <option value="" disabled>
            {texts.selectSubcategory}
          </option>
        )}
        {places.map((place) => (
          <option key={linkToPlace(place)} value={linkToPlace(place)}>
            {nearest(place).display_name}
          </option>
        ))}
      </select>
    </div>
  );
}
