import { useState } from 'react';
import { ColourField } from './colour-field.js';
import { grouped } from './state/groups.js';
import { useColours } from './state/store.js';
import styles from './theme.module.css';

const initiallyOpen = 3;

/** All colours by their purpose. */
export function ColourGroups() {
  const colours = useColours();
  return grouped(colours).map((group, index) => (
    <ColourGroup key={group.name} {...group} initiallyOpen={index < initiallyOpen} />
  ));
}

type ColourGroupProps = ReturnType<typeof grouped>[number] & { initiallyOpen: boolean };

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
      {/* A label in what is folded is no label. */}
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
