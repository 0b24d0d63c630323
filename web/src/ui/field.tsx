import { limits, usernamePattern } from '@guildhall/domain/limits.js';
import { useId, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react';
import styles from './field.module.css';

/** Attributes for names and codes, which phones must not correct or capitalize. */
export const identifierInput = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

const usernameHint = '3 to 16 letters, digits or underscores';

interface FieldLabels {
  label: string;
  hint?: string | undefined;
  labelHidden?: boolean | undefined;
}

export function TextField({ label, hint, labelHidden, ...rest }: FieldLabels & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field {...{ label, hint, labelHidden }}>
      {(inputProps) => <input className={styles['input']} dir="auto" {...inputProps} {...rest} />}
    </Field>
  );
}

/** With `maxLength`, browsers would silently cut a pasted text. The server refuses it instead. */
type TextAreaAttributes = TextareaHTMLAttributes<HTMLTextAreaElement> & { maxLength?: never };

export function TextArea({ label, hint, labelHidden, ...rest }: FieldLabels & TextAreaAttributes) {
  return (
    <Field {...{ label, hint, labelHidden }}>
      {(inputProps) => <textarea className={styles['input']} dir="auto" {...inputProps} {...rest} />}
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

export function EmailField(props: { label: string; autoFocus?: boolean }) {
  return <TextField name="email" type="email" autoComplete="email" maxLength={limits.email.max} required {...props} />;
}

interface FieldProps extends FieldLabels {
  children: (inputProps: { id: string; 'aria-describedby': string | undefined }) => ReactNode;
}

/** `children` receives the attributes that connect the control with its label and hint. */
export function Field({ label, hint, labelHidden, children }: FieldProps) {
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
