import { Icon } from '../../../ui/icon.js';
import { texts } from '../texts.js';
import { chooseDensity, useListChoices } from '../../../shared/browser/list-choices.js';
import styles from './list.module.css';

export function DensityToggle() {
  const isOn = useListChoices(({ density }) => density === 'comfortable');
  return (
    <button
      type="button"
      className={`bare centred color-muted ${styles['density']}`}
      aria-label={texts.list.comfortable}
      title={texts.list.comfortable}
      aria-pressed={isOn}
      onClick={() => chooseDensity(isOn ? 'compact' : 'comfortable')}
    >
      <Icon name="menu" />
    </button>
  );
}
