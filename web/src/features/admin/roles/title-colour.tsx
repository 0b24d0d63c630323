import { toHex } from '@guildhall/domain/theme/colour.js';
import { adjustRoleColour } from '@guildhall/domain/theme/palette.js';
import { deriveColours } from '@guildhall/domain/theme/theme-colours.js';
import { useId } from 'react';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import styles from './roles.module.css';
import { texts } from './texts.js';

const colourTexts = texts.colour;
const appearances = ['dark', 'light', 'high-contrast'] as const;
const initial = '#7fb4e6';

interface TitleColourProps {
  title: string;
  color: string;
  change: (color: string) => void;
}

/** Implements the same rule as the server. */
export const isRoleColour = (color: string): boolean => color === '' || /^#[0-9a-f]{6}$/i.test(color);

export function TitleColour({ title, color, change }: TitleColourProps) {
  const id = useId();
  const validColour = isRoleColour(color) ? color : '';
  return (
    <div className="stack gap-6">
      <div className={`grid gap-8 align-end ${styles['colourLine']}`}>
        <TextField
          label={colourTexts.label}
          value={color}
          maxLength={7}
          placeholder={colourTexts.none}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={!isRoleColour(color)}
          aria-describedby={id}
          onChange={(event) => change(event.target.value.trim())}
        />
        <input
          type="color"
          className={'bare swatch'}
          aria-label={colourTexts.pick}
          value={toHex(validColour) ?? initial}
          onChange={(event) => change(event.target.value)}
        />
        {color !== '' && (
          <Button kind="quiet" onClick={() => change('')}>
            {colourTexts.remove}
          </Button>
        )}
      </div>
      <p id={id} className="hint">
        {colourTexts.hint}
      </p>
      {validColour !== '' && title !== '' && (
        <ul role="list" className={'flow gap-8'} aria-label={colourTexts.samples}>
          {appearances.map((appearance) => {
            const colours = deriveColours({}, appearance);
            return (
              <li
                key={appearance}
                className="line framed-strong text-13 padding-8-12"
                style={{ backgroundColor: colours['--color-bg'], color: colours['--color-text'] }}
              >
                <span
                  className={`ellipsis semibold rounded-small ${styles['title']}`}
                  style={{ color: adjustRoleColour(colours, validColour, appearance) }}
                >
                  {title}
                </span>
                {colourTexts.appearances[appearance]}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
