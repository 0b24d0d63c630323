import { useId, type InputHTMLAttributes, type TextareaHTMLAttributes } from 'react';
import styles from './field.module.css';

interface Named {
  label: string;
  hint?: string;
  /** The label is read out but not shown, where the context makes it clear. */
  labelHidden?: boolean;
}

export function TextField({ label, hint, labelHidden, ...rest }: Named & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : 'label'}>
        {label}
      </label>
      <input id={id} className={styles['input']} aria-describedby={hint ? `${id}-hint` : undefined} {...rest} />
      {hint && (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
    </div>
  );
}

export function TextArea({ label, labelHidden, ...rest }: Named & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : 'label'}>
        {label}
      </label>
      <textarea id={id} className={styles['input']} {...rest} />
    </div>
  );
}
