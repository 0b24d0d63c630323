import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { lazyComponent } from '../../shared/lazy.js';
import styles from './editor.module.css';
import { mentionAt, type MentionQuery } from './mention-query.js';

const Toolbar = lazyComponent(() => import('./lazy-tools.js'), 'Toolbar');
const Preview = lazyComponent(() => import('./lazy-tools.js'), 'Preview');
const MentionList = lazyComponent(() => import('./lazy-tools.js'), 'MentionList');

const toolbarRoom = <div className={`flex align-center border-bottom ${styles['toolbar']}`} />;

type Field = RefObject<HTMLTextAreaElement | null>;

interface WritingProps {
  value: string;
  change: (text: string) => void;
  placeholder?: string;
  maxLength?: number;
  autoFocus?: boolean;
  required?: boolean;
  fault?: string | undefined;
  /** `about` is the id of the element that states the reason. */
  disabled?: boolean;
  about?: string | undefined;
}

interface EditorProps extends WritingProps {
  label: string;
  labelHidden?: boolean;
  plain?: boolean;
  docked?: boolean;
  open?: boolean;
  isTall?: boolean;
  field?: Field;
  children?: ReactNode;
}

export function Editor({ label, labelHidden, plain, docked, open, isTall, field, children, ...writing }: EditorProps) {
  const ownField = useRef<HTMLTextAreaElement>(null);
  const area = field ?? ownField;
  const [previewing, setPreviewing] = useState(false);
  const [focused, setFocused] = useState(false);
  const [used, setUsed] = useState(!docked);
  const id = useId();
  const empty = writing.value.trim() === '';
  // After sending, leave the preview so that the field is ready for the next text.
  if (previewing && (empty || open === false)) setPreviewing(false);
  const changeText = (text: string) => {
    writing.change(text);
    setPreviewing(false);
  };
  return (
    <div className="grid gap-6 one-column">
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : 'label'}>
        {label}
      </label>
      <div
        className={`grid bg-raised relative ${styles['frame']} ${docked ? `align-end ${styles['docked']}` : ''} ${isTall ? styles['tall'] : ''}`}
        data-writing={previewing || (open ?? (focused && !empty)) || undefined}
        onPointerEnter={Toolbar.preload}
        onFocus={() => {
          setFocused(true);
          setUsed(true);
        }}
        onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      >
        {!plain && !writing.disabled && !used && toolbarRoom}
        {!plain && !writing.disabled && used && (
          <Toolbar
            fallback={toolbarRoom}
            field={area}
            empty={empty}
            previewing={previewing}
            setPreviewing={setPreviewing}
          />
        )}
        <Writing {...writing} change={changeText} id={id} area={area} hidden={previewing} />
        {previewing && (
          <Preview
            fallback={<div className={`grid gap-8 scroll-y padding-16 ${styles['preview']}`} />}
            text={writing.value}
          />
        )}
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
  /** The caret position at which the writer closed the list of names. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const readCaret = (field: HTMLTextAreaElement) => {
    const { selectionStart, selectionEnd } = field;
    const mention = selectionStart === selectionEnd ? mentionAt(field.value, selectionEnd) : null;
    setMention(mention);
    if (mention?.start !== closedAt) setClosedAt(null);
  };
  return (
    <>
      <textarea
        dir="auto"
        {...rest}
        ref={area}
        id={id}
        className={`full-width padding-16 ${styles['text']}`}
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
          readCaret(event.target);
        }}
        onSelect={(event) => readCaret(event.currentTarget)}
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
