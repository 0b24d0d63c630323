import { defaultAppearances } from '@guildhall/domain/theme/schemes.js';
import styles from './settings.module.css';
import { setSetting, useSettings } from './store.js';
import { texts } from './texts.js';

const words = texts.appearance;

/** What a visitor sees who has not chosen a colour scheme. */
export function AppearanceSetting() {
  const value = useSettings((state) => state.settings?.default_appearance);
  return (
    <fieldset className={'shrinkable'}>
      <legend className={'label'}>{words.label}</legend>
      <div className={`flow gap-8 ${styles['accentRow']}`}>
        {defaultAppearances.map((name) => (
          <label key={name} className={styles['accent']}>
            <input
              type="radio"
              className="visually-hidden"
              name="default_appearance"
              value={name}
              checked={name === value}
              onChange={() => setSetting({ default_appearance: name })}
            />
            {words.names[name]}
          </label>
        ))}
      </div>
      <p className="hint">{words.hint}</p>
    </fieldset>
  );
}
