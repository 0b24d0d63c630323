import { useId, type ReactNode, type RefObject } from 'react';
import { Icon } from './icon.js';
import styles from './search-field.module.css';

interface SearchFieldProps {
  label: ReactNode;
  labelHidden?: boolean;
  value: string;
  placeholder?: string;
  maxLength?: number;
  onChange: (value: string) => void;
  /** Adds combobox attributes to a field with suggestions. */
  combobox?: { field: RefObject<HTMLInputElement | null>; keys: string };
}

export function SearchField(props: SearchFieldProps) {
  const { label, labelHidden = false, value, placeholder, maxLength, onChange, combobox } = props;
  const id = useId();
  return (
    <>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <div className={`relative ${styles['search']}`}>
        <Icon name="search" />
        <input
          ref={combobox?.field}
          className="field-box full-width color-text"
          dir="auto"
          id={id}
          // HTML does not allow the combobox role on an input of type search.
          type={combobox ? 'text' : 'search'}
          enterKeyHint="search"
          value={value}
          placeholder={placeholder}
          maxLength={maxLength}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          {...(combobox && {
            role: 'combobox',
            'aria-expanded': false,
            'aria-autocomplete': 'list',
            'aria-keyshortcuts': combobox.keys,
          })}
        />
      </div>
    </>
  );
}
