import { parseTheme, formatTheme } from '@guildhall/domain/theme/css.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { useId, useState } from 'react';
import { TextArea } from '../../../ui/field.js';
import { setColours, useEditor } from './store.js';
import styles from './theme.module.css';
import { texts } from './texts.js';

/** Accepts the same `name: value;` lines as the server, with variables that start with `--color-`. */
export function TextView() {
  const id = useId();
  const namedColours = useEditor((state) => state.namedColours);
  const [typedText, setTypedText] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  function type(text: string) {
    setTypedText(text);
    try {
      setColours(parseTheme(text));
      setFault(null);
    } catch (error) {
      setFault(error instanceof Refusal ? error.message : texts.notColour);
    }
  }
  return (
    <div className={`grid gap-6 ${styles['text']}`}>
      <TextArea
        label={texts.textLabel}
        value={typedText ?? formatTheme(namedColours)}
        spellCheck={false}
        aria-invalid={fault !== null}
        aria-describedby={id}
        onChange={(event) => type(event.target.value)}
        onBlur={() => fault === null && setTypedText(null)}
      />
      <p id={id} className={fault === null ? 'hint' : `text-13 color-danger ${styles['invalid']}`} role="status">
        {fault ?? texts.textHint}
      </p>
    </div>
  );
}
