import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useOptionKeys } from '../../../shared/hooks/use-option-keys.js';
import { applyChange } from '../insert-text.js';
import { locateCaret } from './caret-place.js';
import styles from './completion.module.css';
import { texts } from '../texts.js';
import type { CompletionQuery } from './query.js';

export interface OptionsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  query: CompletionQuery;
  close: () => void;
}

export const maxOptions = 6;

export interface CompletionOption {
  key: string | number;
  /** Replaces what the writer typed. */
  text: string;
  view: ReactNode;
}

interface OptionListProps extends OptionsProps {
  options: readonly CompletionOption[];
  /** The option that the writer has typed in full; a second colon inserts it. */
  exact?: CompletionOption | undefined;
}

/** The focus stays in the text area. */
export function OptionList({ field, query, close, options, exact }: OptionListProps) {
  const { kind, start, typedText } = query;
  const [selection, setSelection] = useState({ typedText, index: 0 });
  const index = selection.typedText === typedText ? Math.min(selection.index, options.length - 1) : 0;
  const list = useRef<HTMLUListElement>(null);
  const id = useId();

  const choose = (to: number) => setSelection({ typedText, index: (to + options.length) % options.length });
  const insert = (option: CompletionOption | undefined) => {
    const area = field.current;
    if (!area || !option) return;
    const caret = start + option.text.length;
    applyChange(area, { start, end: start + 1 + typedText.length, text: option.text, select: [caret, caret] });
    close();
  };
  useOptionKeys(
    field,
    options.length === 0
      ? {}
      : {
          ArrowDown: () => choose(index + 1),
          ArrowUp: () => choose(index - 1),
          Enter: () => insert(options[index]),
          Tab: () => insert(options[index]),
          Escape: close,
        },
  );
  useSecondColon(field, exact && (() => insert(exact)));
  useComboboxAttributes(field, options.length > 0 ? { list: id, option: `${id}-${index}` } : null);

  useLayoutEffect(() => {
    if (list.current && field.current) locateCaret(list.current, field.current, start);
  }, [field, start, options.length]);

  return (
    <>
      <p className="visually-hidden" role="status">
        {options.length > 0 && texts.optionsFound[kind](options.length)}
      </p>
      {options.length > 0 && (
        <ul
          ref={list}
          id={id}
          role="listbox"
          aria-label={texts.optionLists[kind]}
          className={`floating rounded ${styles['list']}`}
        >
          {options.map((option, at) => (
            <li
              key={option.key}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === index}
              className={`target hoverable flex gap-8 rounded-small ${styles['option']}`}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => insert(option)}
            >
              {option.view}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function useSecondColon(field: RefObject<HTMLTextAreaElement | null>, insert: (() => void) | undefined): void {
  useLayoutEffect(() => {
    const area = field.current;
    const onInput = (event: InputEvent) => {
      if (!insert || event.data !== ':') return;
      event.preventDefault();
      insert();
    };
    area?.addEventListener('beforeinput', onInput);
    return () => area?.removeEventListener('beforeinput', onInput);
  });
}

/** The text area keeps its own role; ARIA attributes refer to the list and to the active option. */
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
