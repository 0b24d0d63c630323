import type { PrefixRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { SelectField } from './select-field.js';
import { texts } from './texts.js';

interface PrefixSelectProps {
  prefixes: readonly PrefixRow[];
  chosen: number | null;
  choose: (prefixId: number | null) => void;
}

export function PrefixSelect({ prefixes, chosen, choose }: PrefixSelectProps) {
  if (prefixes.length === 0) return null;
  const isOffered = prefixes.some((prefix) => prefix.id === chosen);
  return (
    <SelectField
      label={texts.prefix}
      value={isOffered ? String(chosen) : ''}
      choose={(id) => choose(id === '' ? null : Number(id))}
      options={[
        { value: '', name: texts.noPrefix },
        ...prefixes.map(({ id, label }) => ({ value: String(id), name: label })),
      ]}
    />
  );
}
