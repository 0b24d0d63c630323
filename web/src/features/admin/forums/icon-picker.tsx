import { icons } from '@guildhall/domain/icons.js';
import { useId } from 'react';
import { Emoji } from '../../../ui/emoji/emoji.js';
import styles from './forums.module.css';
import { texts } from './texts.js';

/** One of the 32 icons: the arrow keys go from one to the next. */
export function IconPicker({ value, choose }: { value: string; choose: (icon: string) => void }) {
  const name = useId();
  return (
    <fieldset className={'shrinkable'}>
      <legend className={'label'}>
        {texts.form.icon}: <span className="color-text">{value}</span>
      </legend>
      <div className={`grid gap-2 ${styles['iconGrid']}`}>
        {Object.entries(icons).map(([key, emoji]) => (
          <label key={key} className={`pickable centred text-22 relative ${styles['iconChoice']}`} title={key}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={key}
              checked={key === value}
              onChange={() => choose(key)}
            />
            <Emoji sprite="places" name={key} character={emoji} />
            <span className="visually-hidden">{key}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
