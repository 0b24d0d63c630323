import { useId, type ReactNode } from 'react';
import { Icon } from './icon.js';
import styles from './search-field.module.css';

interface SearchFieldProps {
  label: ReactNode;
  labelHidden?: boolean;
  value: string;
  placeholder?: string;
  maxLength?: number;
  onChange: (value: string) => void;
}

/** A search field. */
export function SearchField({ label, labelHidden = false, value, placeholder, maxLength, onChange }: SearchFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <div className={styles['search']}>
        <Icon name="search" />
        <input
          id={id}
          type="search"
          value={value}
          placeholder={placeholder}
          maxLength={maxLength}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </>
  );
}
