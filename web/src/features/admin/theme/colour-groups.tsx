import { useState } from 'react';
import { ColourField } from './colour-field.js';
import { groupVariables, getLabel } from './groups.js';
import { useColours, usePreviewedColours } from './store.js';
import styles from './theme.module.css';
import { findContrastFaults } from '@guildhall/domain/theme/contrast-pairs.js';
import { texts } from './texts.js';

const initiallyOpen = 3;

export function ColourGroups() {
  const colours = useColours();
  return groupVariables(colours).map((group, index) => (
    <ColourGroup key={group.name} {...group} initiallyOpen={index < initiallyOpen} />
  ));
}

type ColourGroupProps = ReturnType<typeof groupVariables>[number] & { initiallyOpen: boolean };

function ColourGroup({ name, variables, initiallyOpen }: ColourGroupProps) {
  const colours = useColours();
  const [open, setOpen] = useState(initiallyOpen);
  return (
    <details
      className={`border-bottom ${styles['group']}`}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{name}</h2>
        <span className={styles['dots']} aria-hidden="true">
          {variables.map((variable) => (
            <Dot key={variable} colour={colours[variable] ?? ''} />
          ))}
        </span>
      </summary>
      {/* Rendered only while open because hidden labels do not provide accessible names. */}
      {open && (
        <div className={`grid gap-6 ${styles['colours']}`}>
          {variables.map((variable) => (
            <ColourField key={variable} variable={variable} />
          ))}
        </div>
      )}
    </details>
  );
}

export function Dot({ colour }: { colour: string }) {
  return <span className={`round ${styles['dot']}`} style={{ backgroundColor: colour }} />;
}

const maxShown = 6;

export function ContrastList() {
  const colours = useColours(usePreviewedColours());
  const faults = findContrastFaults(colours);
  const { title, fine, found, pair, ratio, more } = texts.contrast;
  return (
    <section className={`grid gap-6 text-14 ${styles['contrast']}`}>
      <h2>{title}</h2>
      <p role="status" className={faults.length === 0 ? 'color-success' : 'color-warning'}>
        {faults.length === 0 ? fine : found(faults.length)}
      </p>
      <ul role="list">
        {faults.slice(0, maxShown).map(({ foreground, background, contrast, least }) => (
          <li key={`${foreground} ${background}`} className="row gap-4-8">
            <span className={styles['dots']} aria-hidden="true">
              <Dot colour={colours[foreground] ?? ''} />
              <Dot colour={colours[background] ?? ''} />
            </span>
            {pair(getLabel(foreground), getLabel(background))}
            <span className="numbers push-end color-muted">{ratio(contrast, least)}</span>
          </li>
        ))}
      </ul>
      {faults.length > maxShown && <p className="hint">{more(faults.length - maxShown)}</p>}
    </section>
  );
}
