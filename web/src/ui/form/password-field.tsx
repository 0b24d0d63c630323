import { useState, type InputHTMLAttributes, type KeyboardEvent } from 'react';
import { Button } from '../button.js';
import { Field, identifierInput } from '../field.js';
import field from '../field.module.css';
import styles from './form.module.css';
import { texts } from './texts.js';

interface PasswordFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordField({ label, hint, name = 'password', ...rest }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field label={label} hint={hint}>
      {(inputProps) => (
        <>
          <div className={`grid ${styles['password']}`}>
            <input
              {...inputProps}
              name={name}
              type={isVisible ? 'text' : 'password'}
              className={field['input']}
              {...identifierInput}
              required
              onKeyDown={watch}
              onKeyUp={watch}
              onBlur={() => setCapsLock(false)}
              {...rest}
            />
            <Button kind="quiet" aria-controls={inputProps.id} onClick={() => setVisible(!isVisible)}>
              {isVisible ? texts.hide : texts.show}
              <span className="visually-hidden">: {label}</span>
            </Button>
          </div>
          <span className={`text-13 color-warning ${styles['capsLockWarning']}`} role="status">
            {capsLock && texts.capsLock}
          </span>
        </>
      )}
    </Field>
  );
}
