import type { PrefixRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { SelectField } from './select-field.js';
import { texts } from './texts.js';

interface PrefixSelectProps {
  prefixes: readonly PrefixRow[];
  selectedId: number | null;
  choose: (prefixId: number | null) => void;
}

export function PrefixSelect({ prefixes, selectedId, choose }: PrefixSelectProps) {
  if (prefixes.length === 0) return null;
  const isOffered = prefixes.some((prefix) => prefix.id === selectedId);
  return (
    <SelectField
      label={texts.prefix}
      value={isOffered ? String(selectedId) : ''}
      choose={(id) => choose(id === '' ? null : Number(id))}
      options={[
        { value: '', name: texts.noPrefix },
        ...prefixes.map(({ id, label }) => ({ value: String(id), name: label })),
      ]}
    />
  );
}
