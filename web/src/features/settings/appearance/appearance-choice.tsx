import { schemes } from '@guildhall/domain/theme/schemes.js';
import { useId } from 'react';
import { chooseScheme, useScheme } from '../../../shared/browser/scheme.js';
import { texts as shared } from '../../../shared/texts.js';
import styles from './appearance.module.css';
import { texts } from './texts.js';

/** The colour scheme of this browser; it changes immediately. */
export function AppearanceChoice() {
  const chosen = useScheme((state) => state.scheme);
  const id = useId();
  return (
    <fieldset className={`grid ${styles['choice']}`}>
      <legend>{texts.legend}</legend>
      {schemes.map((scheme) => (
        <div key={scheme} className={styles['line']}>
          <input
            className="tick-box"
            type="radio"
            id={`${id}${scheme}`}
            name={id}
            value={scheme}
            checked={scheme === chosen}
            aria-describedby={`${id}${scheme}-about`}
            onChange={() => chooseScheme(scheme)}
          />
          <div>
            <label htmlFor={`${id}${scheme}`}>{shared.scheme.names[scheme]}</label>
            <p id={`${id}${scheme}-about`}>{texts.about[scheme]}</p>
          </div>
        </div>
      ))}
      <p className={styles['kept']}>{texts.kept}</p>
    </fieldset>
  );
}
