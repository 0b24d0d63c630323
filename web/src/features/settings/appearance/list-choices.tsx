import { useId } from 'react';
import { chooseDensity, chooseSingleKeys, densities, useListChoices } from '../../../shared/browser/list-choices.js';
import styles from './appearance.module.css';
import { texts } from './texts.js';

/** How lists of threads look in this browser, and whether single letters are commands there. */
export function ListChoices() {
  const { density: chosen, singleKeys } = useListChoices();
  const id = useId();
  return (
    <fieldset className={`grid ${styles['choice']}`}>
      <legend>{texts.lists}</legend>
      {densities.map((density) => (
        <div key={density} className={styles['line']}>
          <input
            className="tick-box"
            type="radio"
            id={`${id}${density}`}
            name={id}
            value={density}
            checked={density === chosen}
            aria-describedby={`${id}${density}-about`}
            onChange={() => chooseDensity(density)}
          />
          <div>
            <label htmlFor={`${id}${density}`}>{texts.densities[density]}</label>
            <p id={`${id}${density}-about`}>{texts.aboutDensity[density]}</p>
          </div>
        </div>
      ))}
      <div className={styles['line']}>
        <input
          type="checkbox"
          id={`${id}keys`}
          checked={singleKeys}
          aria-describedby={`${id}keys-about`}
          onChange={(event) => chooseSingleKeys(event.target.checked)}
        />
        <div>
          <label htmlFor={`${id}keys`}>{texts.singleKeys}</label>
          <p id={`${id}keys-about`}>{texts.aboutSingleKeys}</p>
        </div>
      </div>
      <p className={styles['kept']}>{texts.kept}</p>
    </fieldset>
  );
}
