import { threadSorts, type ThreadSort } from '@guildhall/domain/wire/kinds.js';
import type { PrefixRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useId, useState } from 'react';
import { texts } from '../texts.js';
import { DensityToggle } from './density-toggle.js';
import styles from './list.module.css';
import type { ListQuery } from './use-list-query.js';

interface ListControlsProps {
  query: ListQuery;
  choose: (change: Partial<ListQuery>) => void;
  prefixes: readonly PrefixRow[];
}

const maxNameLength = 16;

export function ListControls({ query, choose, prefixes }: ListControlsProps) {
  const count = (query.prefixId === null ? 0 : 1) + (query.author === '' ? 0 : 1);
  const [isOpen, setIsOpen] = useState(count > 0);
  const filtersId = useId();
  return (
    <>
      <div className={`row ${styles['controls']}`} role="group" aria-label={texts.list.controls}>
        <label className={styles['control']}>
          <span className={styles['sortLabel']}>{texts.list.sort}</span>
          <select
            className="select low"
            aria-label={texts.list.sort}
            value={query.sort}
            onChange={(event) => choose({ sort: event.target.value as ThreadSort })}
          >
            {threadSorts.map((sort) => (
              <option key={sort} value={sort}>
                {texts.list.sorts[sort]}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className={`select low text-14 ${styles['filterButton']}`}
          aria-expanded={isOpen}
          aria-controls={filtersId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {texts.list.filter(count)}
        </button>
        <DensityToggle />
      </div>
      <div id={filtersId} hidden={!isOpen} className="full-width padding-y-8">
        <div className="row gap-4-16">
          {prefixes.length > 0 && <PrefixFilter query={query} choose={choose} prefixes={prefixes} />}
          <AuthorFilter key={query.author} author={query.author} choose={(author) => choose({ author })} />
        </div>
      </div>
    </>
  );
}

function PrefixFilter({ query, choose, prefixes }: ListControlsProps) {
  return (
    <label className={styles['control']}>
      {texts.prefix}
      <select
        className="select low"
        value={query.prefixId ?? ''}
        onChange={(event) => choose({ prefixId: Number(event.target.value) || null })}
      >
        <option value="">{texts.allThreads}</option>
        {prefixes.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Applies the filter on submit or blur because a partial name matches no one. */
function AuthorFilter({ author, choose }: { author: string; choose: (author: string) => void }) {
  const [typedText, setTypedText] = useState(author);
  const enter = () => {
    const name = typedText.replace(/\W/g, '');
    if (name !== author) choose(name);
  };
  return (
    <form
      className={styles['control']}
      onSubmit={(event) => {
        event.preventDefault();
        enter();
      }}
    >
      <label className={styles['control']}>
        {texts.list.author}
        <input
          className="select low"
          value={typedText}
          maxLength={maxNameLength + 1}
          placeholder={texts.list.anyone}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setTypedText(event.target.value)}
          onBlur={enter}
        />
      </label>
      {author !== '' && (
        <button type="button" className={`bare color-link ${styles['clear']}`} onClick={() => choose('')}>
          {texts.list.clearAuthor}
        </button>
      )}
    </form>
  );
}
