import { foldName } from '@guildhall/domain/account/names.js';
import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useResponse } from '../../queries/use-response.js';
import { useDebounced } from '../../shared/hooks/use-debounced.js';
import { useOptionKeys } from '../../shared/hooks/use-option-keys.js';
import { caretPointAt } from './caret-place.js';
import styles from './editor.module.css';
import { applyChange } from './insert-text.js';
import type { MentionQuery } from './mention-query.js';
import { texts } from './texts.js';

const maxNames = 8;

interface MentionListProps {
  field: RefObject<HTMLTextAreaElement | null>;
  query: MentionQuery;
  close: () => void;
}

export function MentionList({ field, query, close }: MentionListProps) {
  const names = useNames(query.typed);
  const [selection, setSelection] = useState({ typed: query.typed, index: 0 });
  const index = selection.typed === query.typed ? Math.min(selection.index, names.length - 1) : 0;
  const list = useRef<HTMLUListElement>(null);
  const id = useId();

  const choose = (to: number) => setSelection({ typed: query.typed, index: (to + names.length) % names.length });
  const insertName = (name: string | undefined) => {
    const area = field.current;
    if (!area || name === undefined) return;
    const [start, end] = [query.start, query.start + 1 + query.typed.length];
    const caret = start + name.length + 2;
    applyChange(area, { start, end, text: `@${name} `, select: [caret, caret] });
    close();
  };
  useOptionKeys(
    field,
    names.length === 0
      ? {}
      : {
          ArrowDown: () => choose(index + 1),
          ArrowUp: () => choose(index - 1),
          Enter: () => insertName(names[index]),
          Tab: () => insertName(names[index]),
          Escape: close,
        },
  );
  useComboboxAttributes(field, names.length > 0 ? { list: id, option: `${id}-${index}` } : null);

  useLayoutEffect(() => {
    if (list.current && field.current) caretPointAt(list.current, field.current, query.start);
  }, [field, query.start, names.length]);

  return (
    <>
      <p className="visually-hidden" role="status">
        {names.length > 0 && texts.membersFound(names.length)}
      </p>
      {names.length > 0 && (
        <ul
          ref={list}
          id={id}
          role="listbox"
          aria-label={texts.members}
          className={`floating rounded ${styles['mentions']}`}
        >
          {names.map((name, at) => (
            <li
              key={name}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === index}
              className={`target hoverable flex rounded-small ${styles['mention']}`}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => insertName(name)}
            >
              {name}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Names for the previous text that still match stay visible until the response arrives. */
function useNames(typed: string): string[] {
  const address = `/usernames?search=${encodeURIComponent(useDebounced(typed))}&limit=${maxNames}`;
  const names = useResponse<string[]>(address, { keepPrevious: true }).body ?? [];
  return names.filter((name) => foldForSearch(name).includes(foldForSearch(typed)));
}

/** The server also ignores accents. */
const foldForSearch = (name: string): string =>
  foldName(name)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');

/** The text area keeps its own role, and ARIA attributes refer to the list and to the active option. */
function useComboboxAttributes(
  field: RefObject<HTMLTextAreaElement | null>,
  open: { list: string; option: string } | null,
) {
  const { list, option } = open ?? {};
  useEffect(() => {
    const area = field.current;
    if (!area || list === undefined || option === undefined) return;
    area.setAttribute('aria-controls', list);
    area.setAttribute('aria-activedescendant', option);
    return () => {
      area.removeAttribute('aria-controls');
      area.removeAttribute('aria-activedescendant');
    };
  }, [field, list, option]);
}
