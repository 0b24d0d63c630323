import { contrastFaults } from '@guildhall/domain/theme/contrast-pairs.js';
import { labelOf } from './state/groups.js';
import { useColours, usePreviewed } from './state/store.js';
import { Dot } from './colour-groups.js';
import styles from './theme.module.css';
import { texts } from './state/texts.js';

const maxShown = 6;

/** Pairs of tried colours that could not be read well, the worst first. */
export function ContrastList() {
  const colours = useColours(usePreviewed());
  const faults = contrastFaults(colours);
  const { title, fine, found, pair, ratio, more } = texts.contrast;
  return (
    <section className={`grid gap-6 text-14 ${styles['contrast']}`}>
      <h2>{title}</h2>
      <p role="status" className={faults.length === 0 ? 'color-success' : 'color-warning'}>
        {faults.length === 0 ? fine : found(faults.length)}
      </p>
      <ul role="list">
        {faults.slice(0, maxShown).map(({ foreground, background, contrast, least }) => (
          <li key={`${foreground} ${background}`}>
            <span className={styles['dots']} aria-hidden="true">
              <Dot colour={colours[foreground] ?? ''} />
              <Dot colour={colours[background] ?? ''} />
            </span>
            {pair(labelOf(foreground), labelOf(background))}
            <span className="numbers push-end color-muted">{ratio(contrast, least)}</span>
          </li>
        ))}
      </ul>
      {faults.length > maxShown && <p className="hint">{more(faults.length - maxShown)}</p>}
    </section>
  );
}
