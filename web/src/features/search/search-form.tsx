import { limits, usernamePattern } from '@guildhall/domain/limits.js';
import { useState } from 'react';
import { listPlacesIn, useSections } from '../../shared/state/sections.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { SelectField } from '../../ui/fields/select-field.js';
import { SearchField } from '../../ui/search-field.js';
import { listFilters, toSearchParams, type Field, type SearchQuery } from './query.js';
import styles from './search.module.css';
import { texts } from './texts.js';

const maxQueryLength = 200;
const buildOptions = (names: Record<string, string>) => Object.entries(names).map(([value, name]) => ({ value, name }));
const [types, orders] = [buildOptions(texts.types), buildOptions(texts.orders)];

interface SearchFormProps {
  query: SearchQuery;
  search: (query: SearchQuery) => void;
}

export function SearchForm({ query, search }: SearchFormProps) {
  const [draft, setDraft] = useState(query);
  const address = toSearchParams(query).toString();
  const [lastAddress, setLastAddress] = useState(address);
  if (lastAddress !== address) {
    setLastAddress(address);
    setDraft(query);
  }
  const change = (fields: Partial<SearchQuery>) => setDraft({ ...draft, ...fields });
  const choose = (fields: Partial<SearchQuery>) => search({ ...draft, ...fields });
  return (
    <form
      className="stack"
      role="search"
      aria-label={texts.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        search(draft);
      }}
    >
      <div className="flow gap-8-12">
        <div className="grow">
          <SearchField
            label={texts.label}
            labelHidden
            value={draft.q}
            placeholder={texts.hint}
            maxLength={maxQueryLength}
            onChange={(q) => change({ q })}
          />
        </div>
        <Button kind="primary" type="submit">
          {texts.search}
        </Button>
      </div>
      <div className="flow gap-8-12">
        <div className={`shrinkable ${styles['choice']}`}>
          <SelectField label={texts.type} value={draft.type} choose={(type) => choose({ type })} options={types} />
        </div>
        <div className={`shrinkable ${styles['choice']}`}>
          <SelectField label={texts.sort} value={draft.sort} choose={(sort) => choose({ sort })} options={orders} />
        </div>
      </div>
      <Filters draft={draft} change={change} choose={choose} />
    </form>
  );
}

interface FiltersProps {
  draft: SearchQuery;
  change: (fields: Partial<SearchQuery>) => void;
  choose: (fields: Partial<SearchQuery>) => void;
}

function Filters({ draft, change, choose }: FiltersProps) {
  const set = listFilters(draft).length;
  const [open, setOpen] = useState(set > 0);
  const getProps = (field: Field) => ({
    value: draft[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  });
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={`muted rounded ${styles['summary']}`}>
        {texts.filters}
        {set > 0 && <span className="numbers"> · {texts.filtersSet(set)}</span>}
      </summary>
      {/* Rendered only while open because hidden labels do not provide accessible names. */}
      {open && (
        <>
          <div className={`stack ${styles['filters']}`}>
            <TextField
              label={texts.author}
              maxLength={limits.username.max}
              pattern={usernamePattern.source}
              autoComplete="off"
              {...getProps('author')}
            />
            <PlaceChoice draft={draft} choose={choose} />
            <TextField label={texts.from} type="date" {...getProps('from')} />
            <TextField label={texts.to} type="date" {...getProps('to')} />
          </div>
          <div className={`line gap-12 ${styles['filtersEnd']}`}>
            <Button type="submit">{texts.search}</Button>
            {set > 0 && (
              <Button
                kind="quiet"
                onClick={() => choose({ author: '', section_id: '', subsection_id: '', from: '', to: '' })}
              >
                {texts.clear}
              </Button>
            )}
          </div>
        </>
      )}
    </details>
  );
}

function PlaceChoice({ draft, choose }: Pick<FiltersProps, 'draft' | 'choose'>) {
  const sections = useSections((state) => state.sections);
  const places = (sections ?? []).flatMap(listPlacesIn).map(({ section, subsection }) => ({
    value: subsection ? `sub.${subsection.id}` : String(section.id),
    name: subsection ? `${section.display_name} / ${subsection.display_name}` : section.display_name,
  }));
  return (
    <div className={`shrinkable ${styles['choice']}`}>
      <SelectField
        label={texts.place}
        value={draft.subsection_id ? `sub.${draft.subsection_id}` : draft.section_id}
        choose={(value) => {
          const [section_id, subsection_id = ''] = value.startsWith('sub.')
            ? ['', value.slice('sub.'.length)]
            : [value];
          choose({ section_id, subsection_id });
        }}
        options={[{ value: '', name: texts.everywhere }, ...places]}
      />
    </div>
  );
}
