import { ColourField } from './colour-field.js';
import { grouped } from './state/groups.js';
import { useColours } from './state/store.js';
import styles from './theme.module.css';

const initiallyOpen = 3;

/** All colours by their purpose. */
export function ColourGroups() {
  const colours = useColours();
  return grouped(colours).map(({ name, variables }, index) => (
    <details key={name} className={styles['group']} open={index < initiallyOpen}>
      <summary>
        <h2>{name}</h2>
        <span className={styles['dots']} aria-hidden="true">
          {variables.map((variable) => (
            <Dot key={variable} colour={colours[variable] ?? ''} />
          ))}
        </span>
      </summary>
      <div className={styles['colours']}>
        {variables.map((variable) => (
          <ColourField key={variable} variable={variable} />
        ))}
      </div>
    </details>
  ));
}

export function Dot({ colour }: { colour: string }) {
  return <span className={styles['dot']} style={{ backgroundColor: colour }} />;
}
