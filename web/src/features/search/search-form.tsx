import { limits, usernamePattern } from '@guildhall/domain/limits.js';
import { useId, useState, type ReactNode } from 'react';
import { useSections } from '../../shared/state/sections.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { SearchField } from '../../ui/search-field.js';
import { filtersOf, orders, toSearchParams, types, type Field, type SearchQuery } from './query.js';
import styles from './search.module.css';
import { texts } from './texts.js';

const maxQueryLength = 200;

interface SearchFormProps {
  query: SearchQuery;
  ask: (question: SearchQuery) => void;
}

/** Selections apply immediately, typed text on submit. */
export function SearchForm({ query: query, ask }: SearchFormProps) {
  const [written, setWritten] = useState(query);
  const asked = toSearchParams(query).toString();
  const [shown, setShown] = useState(asked);
  if (shown !== asked) {
    // The address changed by a link or a step back.
    setShown(asked);
    setWritten(query);
  }
  const change = (fields: Partial<SearchQuery>) => setWritten({ ...written, ...fields });
  const choose = (fields: Partial<SearchQuery>) => ask({ ...written, ...fields });
  return (
    <form
      className="stack"
      role="search"
      aria-label={texts.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        ask(written);
      }}
    >
      <div className="flow gap-8-12">
        <div className="grow">
          <SearchField
            label={texts.label}
            labelHidden
            value={written.q}
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
        <Choice label={texts.type} value={written.type} choose={(type) => choose({ type })}>
          {types.map((type) => (
            <option key={type} value={type}>
              {texts.types[type]}
            </option>
          ))}
        </Choice>
        <Choice label={texts.sort} value={written.sort} choose={(sort) => choose({ sort })}>
          {orders.map((order) => (
            <option key={order} value={order}>
              {texts.orders[order]}
            </option>
          ))}
        </Choice>
      </div>
      <Filters written={written} change={change} choose={choose} />
    </form>
  );
}

interface FiltersProps {
  written: SearchQuery;
  change: (fields: Partial<SearchQuery>) => void;
  choose: (fields: Partial<SearchQuery>) => void;
}

function Filters({ written, change, choose }: FiltersProps) {
  const set = filtersOf(written).length;
  const [open, setOpen] = useState(set > 0);
  const typed = (field: Field) => ({
    value: written[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  });
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={`muted rounded ${styles['summary']}`}>
        {texts.filters}
        {set > 0 && <span className="numbers"> · {texts.filtersSet(set)}</span>}
      </summary>
      {/* Rendered only when open, because a hidden label names nothing. */}
      {open && (
        <>
          <div className={`stack ${styles['filters']}`}>
            <TextField
              label={texts.author}
              maxLength={limits.username.max}
              pattern={usernamePattern.source}
              autoComplete="off"
              {...typed('author')}
            />
            <PlaceChoice written={written} choose={choose} />
            <TextField label={texts.from} type="date" {...typed('from')} />
            <TextField label={texts.to} type="date" {...typed('to')} />
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

function PlaceChoice({ written, choose }: Pick<FiltersProps, 'written' | 'choose'>) {
  const sections = useSections((state) => state.sections);
  const chosen = written.subsection_id ? `sub.${written.subsection_id}` : written.section_id;
  const set = (value: string) => {
    const below = value.startsWith('sub.');
    choose({ section_id: below ? '' : value, subsection_id: below ? value.slice('sub.'.length) : '' });
  };
  return (
    <Choice label={texts.place} value={chosen} choose={set}>
      <option value="">{texts.everywhere}</option>
      {sections?.flatMap((section) => [
        <option key={section.id} value={section.id}>
          {section.display_name}
        </option>,
        ...section.subcategories.map(({ id, display_name }) => (
          <option key={`sub.${id}`} value={`sub.${id}`}>
            {section.display_name} / {display_name}
          </option>
        )),
      ])}
    </Choice>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  choose: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, choose, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className={`grid gap-6 shrinkable ${styles['choice']}`}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="select full-width" value={value} onChange={(event) => choose(event.target.value)}>
        {children}
      </select>
    </div>
  );
}
