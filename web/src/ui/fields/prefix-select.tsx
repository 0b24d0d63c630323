import type { PrefixRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useId } from 'react';
import field from '../field.module.css';
import { texts } from './texts.js';

interface PrefixSelectProps {
  /** The prefixes of the section. */
  prefixes: readonly PrefixRow[];
  chosen: number | null;
  choose: (prefixId: number | null) => void;
}

/** Renders nothing if the section has no prefixes. */
export function PrefixSelect({ prefixes, chosen, choose }: PrefixSelectProps) {
  const id = useId();
  if (prefixes.length === 0) return null;
  const isOffered = prefixes.some((prefix) => prefix.id === chosen);
  return (
    <div className={field['field']}>
      <label htmlFor={id} className="label">
        {texts.prefix}
      </label>
      <select
        id={id}
        className={field['input']}
        value={isOffered ? String(chosen) : ''}
        onChange={(event) => choose(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{texts.noPrefix}</option>
        {prefixes.map((prefix) => (
          <option key={prefix.id} value={prefix.id}>
            {prefix.label}
          </option>
        ))}
      </select>
    </div>
  );
}
