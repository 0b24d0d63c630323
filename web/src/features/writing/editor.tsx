import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { lazyComponent } from '../../shared/lazy.js';
import styles from './editor.module.css';
import { mentionAt, type MentionQuery } from './mention-query.js';

const Toolbar = lazyComponent(() => import('./toolbar.js').then((file) => file.Toolbar));
const Preview = lazyComponent(() => import('./preview.js').then((file) => file.Preview));
const MentionList = lazyComponent(() => import('./mention-list.js').then((file) => file.MentionList));

type Field = RefObject<HTMLTextAreaElement | null>;

interface WritingProps {
  value: string;
  change: (text: string) => void;
  placeholder?: string;
  maxLength?: number;
  autoFocus?: boolean;
  required?: boolean;
  /** The id of what says why the text was not taken. */
  fault?: string | undefined;
  /** The text can be read, not changed; `about` is the id of what says why. */
  disabled?: boolean;
  about?: string | undefined;
}

interface EditorProps extends WritingProps {
  label: string;
  labelHidden?: boolean;
  /** For what is short: mentions, without toolbar and preview. */
  plain?: boolean;
  /** As small as one line while nobody writes, on a phone. */
  docked?: boolean;
  /** Where a longer text is begun. */
  isTall?: boolean;
  /** For whoever puts texts in from outside. */
  field?: Field;
  /** What stands below the text in the same frame. */
  children?: ReactNode;
}

/** Where texts are written: Markdown with a toolbar and a preview, and members' names completed behind an `@`. */
export function Editor({
  label,
  labelHidden,
  plain,
  docked,
  isTall: isTall,
  field,
  children,
  ...writing
}: EditorProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const area = field ?? own;
  const [previewing, setPreviewing] = useState(false);
  const [focused, setFocused] = useState(false);
  const id = useId();
  const empty = writing.value.trim() === '';
  // What was sent leaves an empty field behind, to write in.
  if (previewing && empty) setPreviewing(false);
  const changeText = (text: string) => {
    writing.change(text);
    // A text that was put in from outside is to be seen where it can be written on.
    setPreviewing(false);
  };
  return (
    <div className={styles['editor']}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : 'label'}>
        {label}
      </label>
      <div
        className={`${styles['frame']} ${docked ? styles['docked'] : ''} ${isTall ? styles['tall'] : ''}`}
        data-writing={previewing || (focused && !empty) || undefined}
        onFocus={() => setFocused(true)}
        onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      >
        {!plain && !writing.disabled && (
          <Toolbar
            fallback={<div className={styles['toolbar']} />}
            field={area}
            empty={empty}
            previewing={previewing}
            setPreviewing={setPreviewing}
          />
        )}
        <Writing {...writing} change={changeText} id={id} area={area} hidden={previewing} />
        {previewing && <Preview fallback={<div className={styles['preview']} />} text={writing.value} />}
        {children}
      </div>
    </div>
  );
}

interface AreaProps extends WritingProps {
  id: string;
  area: Field;
  hidden: boolean;
}

function Writing({ id, area, hidden, value, change, fault, disabled = false, about, ...rest }: AreaProps) {
  const [mention, setMention] = useState<MentionQuery | null>(null);
  /** Where a mention begins whose writer wants no list. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const look = (field: HTMLTextAreaElement) => {
    const { selectionStart, selectionEnd } = field;
    const found = selectionStart === selectionEnd ? mentionAt(field.value, selectionEnd) : null;
    setMention(found);
    if (found?.start !== closedAt) setClosedAt(null);
  };
  return (
    <>
      <textarea
        {...rest}
        ref={area}
        id={id}
        className={styles['text']}
        rows={1}
        value={value}
        hidden={hidden}
        aria-autocomplete="list"
        aria-invalid={fault !== undefined}
        aria-describedby={fault ?? about}
        readOnly={disabled}
        aria-disabled={disabled || undefined}
        onChange={(event) => {
          change(event.target.value);
          look(event.target);
        }}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={() => setMention(null)}
      />
      {mention && mention.start !== closedAt && (
        <MentionList
          field={area}
          query={mention}
          close={() => setClosedAt(mention.start)}
          unfetched={() => setClosedAt(mention.start)}
        />
      )}
    </>
  );
}
