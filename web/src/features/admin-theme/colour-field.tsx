import { useId, useState } from 'react';
import { drawn, isColour, picked } from './state/colour-forms.js';
import { labelOf } from './state/groups.js';
import { endStep, setColour, useEditor } from './state/store.js';
import styles from './theme.module.css';
import { texts } from './state/texts.js';

/** One colour: picked, or typed in any CSS notation. Anything else is refused. */
export function ColourField({ variable }: { variable: string }) {
  const id = useId();
  const value = useEditor((state) => state.colours[variable] ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const label = labelOf(variable);
  const wrong = typed !== null && !isColour(typed);
  return (
    <div className={styles['colour']}>
      <input
        type="color"
        className={styles['swatch']}
        aria-label={texts.pick(label)}
        value={drawn(value)}
        onChange={(event) => setColour(variable, picked(value, event.target.value))}
        onBlur={endStep}
      />
      <label htmlFor={id} className={styles['colourName']} title={variable}>
        {label}
      </label>
      <input
        id={id}
        name={variable}
        className={styles['colourText']}
        value={typed ?? value}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onChange={(event) => {
          const next = event.target.value;
          setTyped(next);
          if (isColour(next)) setColour(variable, next.trim());
        }}
        onBlur={() => {
          setTyped(null);
          endStep();
        }}
      />
      {wrong && (
        <span id={`${id}-wrong`} className={styles['wrong']} role="status">
          {texts.notColour}
        </span>
      )}
    </div>
  );
}
