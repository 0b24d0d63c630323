import { toHex } from '@guildhall/domain/theme/colour.js';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { comesFromAccent, getLabel } from './groups.js';
import { accentName, endStep, setColour, unsetColour, useColours, useEditor } from './store.js';
import styles from './theme.module.css';
import { texts } from './texts.js';
import { parseTheme } from '@guildhall/domain/theme/css.js';

export function ColourField({ variable }: { variable: string }) {
  const id = useId();
  const displayedColour = useColours()[variable] ?? '';
  const value = useEditor((state) => state.namedColours[variable]) ?? displayedColour;
  const [typedText, setTypedText] = useState<string | null>(null);
  const label = getLabel(variable);
  const isInvalid = typedText !== null && !isColour(typedText);
  return (
    <div className={`grid gap-4-8 align-center ${styles['colour']}`}>
      <input
        type="color"
        className={'bare swatch'}
        aria-label={texts.pick(label)}
        value={toHex(value) ?? '#000000'}
        onChange={(event) => setColour(variable, withTransparency(value, event.target.value))}
        onBlur={endStep}
      />
      <div className="grid text-14">
        <label htmlFor={id} title={variable}>
          {label}
        </label>
        <Source variable={variable} label={label} displayed={displayedColour} id={`${id}-source`} />
      </div>
      <input
        id={id}
        name={variable}
        className={`field-box full-width text-13 mono ${styles['colourText']}`}
        value={typedText ?? value}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? `${id}-wrong` : `${id}-source`}
        onChange={(event) => {
          const next = event.target.value;
          setTypedText(next);
          if (isColour(next)) setColour(variable, next.trim());
        }}
        onBlur={() => {
          setTypedText(null);
          endStep();
        }}
      />
      {isInvalid && (
        <span id={`${id}-wrong`} className={`text-13 color-danger ${styles['invalid']}`} role="status">
          {texts.notColour}
        </span>
      )}
    </div>
  );
}

function Source({ variable, label, displayed, id }: Record<'variable' | 'label' | 'displayed' | 'id', string>) {
  const namedColour = useEditor((state) => state.namedColours[variable]);
  const { set, fromAccent, standard, asNamed, adjusted, unset, unsetOne } = texts.source;
  if (variable !== accentName && namedColour !== undefined)
    return (
      <span className={styles['source']}>
        <span id={id} className="color-link semibold">
          {set}
        </span>
        <Button kind="quiet" aria-label={unsetOne(label)} onClick={() => unsetColour(variable)}>
          {unset}
        </Button>
      </span>
    );
  const ofAccent = namedColour === undefined || toHex(namedColour) === toHex(displayed) ? asNamed : adjusted(displayed);
  const derivedColour = comesFromAccent(variable) ? fromAccent : standard;
  return (
    <span id={id} className={styles['source']}>
      {variable === accentName ? ofAccent : derivedColour}
    </span>
  );
}

/** Implements the same rule as the server. */
export function isColour(value: string): boolean {
  try {
    return Object.keys(parseTheme(`--color-x: ${value};`)).length === 1;
  } catch {
    return false;
  }
}

export function withTransparency(previousColour: string, six: string): string {
  const through = /^#[0-9a-f]{6}([0-9a-f]{2})$/i.exec(previousColour.trim())?.[1] ?? '';
  return six + through;
}
