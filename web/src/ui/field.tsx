import { usernamePattern } from '@guildhall/domain/limits.js';
import { useId, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react';
import styles from './field.module.css';

/** For names and codes, which a phone must not correct or capitalise. */
export const identifierInput = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

const usernameHint = '3 to 16 letters, digits or underscores';

interface Named {
  label: string;
  hint?: string;
  /** Hides the label visually; screen readers still read it. */
  labelHidden?: boolean;
}

export function TextField({ label, hint, labelHidden, ...rest }: Named & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field {...{ label, hint, labelHidden }}>
      {(named) => <input className={styles['input']} dir="auto" {...named} {...rest} />}
    </Field>
  );
}

export function TextArea({ label, hint, labelHidden, ...rest }: Named & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field {...{ label, hint, labelHidden }}>
      {(named) => <textarea className={styles['input']} dir="auto" {...named} {...rest} />}
    </Field>
  );
}

/** The browser validates the format before the form is sent. */
export function UsernameField({ label, autoComplete }: { label: string; autoComplete: 'username' | 'off' }) {
  return (
    <TextField
      label={label}
      hint={usernameHint}
      name="username"
      autoComplete={autoComplete}
      {...identifierInput}
      pattern={usernamePattern.source.slice(1, -1)}
      title={usernameHint}
      required
    />
  );
}

interface FieldProps extends Named {
  children: (named: { id: string; 'aria-describedby': string | undefined }) => ReactNode;
}

function Field({ label, hint, labelHidden, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : 'label'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': hint ? hintId : undefined })}
      {hint && (
        <span id={hintId} className="hint">
          {hint}
        </span>
      )}
    </div>
  );
}
