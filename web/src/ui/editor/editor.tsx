import { useId, useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode, type RefObject } from 'react';
import { createLazyComponent } from '../../shared/lazy.js';
import { Button } from '../button.js';
import { choosePictures } from '../pictures/choose-pictures.js';
import styles from './editor.module.css';
import { texts } from './texts.js';

const PictureStrip = createLazyComponent(() => import('./lazy-tools.js'), 'PictureStrip');
const Toolbar = createLazyComponent(() => import('./lazy-tools.js'), 'Toolbar');
const Preview = createLazyComponent(() => import('./lazy-tools.js'), 'Preview');
const WritingAids = createLazyComponent(() => import('./lazy-tools.js'), 'WritingAids');

const toolbarRoom = <div className={`flex align-center border-bottom ${styles['toolbar']}`} />;

type Field = RefObject<HTMLTextAreaElement | null>;

interface WritingProps {
  value: string;
  change: (text: string) => void;
  placeholder?: string;
  autoFocus?: boolean;
  required?: boolean;
  fault?: string | undefined;
  /** `about` is the id of the element that explains why the field is disabled. */
  disabled?: boolean;
  about?: string | undefined;
}

interface EditorProps extends WritingProps {
  label: string;
  labelHidden?: boolean;
  plain?: boolean;
  /** Whether members can add pictures to the text. */
  pictures?: boolean;
  docked?: boolean;
  open?: boolean;
  isTall?: boolean;
  field?: Field;
  children?: ReactNode;
}

export function Editor(props: EditorProps) {
  const { label, labelHidden, plain, pictures, docked, open, isTall, field, children, ...writing } = props;
  const ownField = useRef<HTMLTextAreaElement>(null);
  const area = field ?? ownField;
  const [isPreviewing, setPreviewing] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isUsed, setUsed] = useState(!docked);
  const [files, setFiles] = useState<readonly File[]>([]);
  const id = useId();
  const empty = writing.value.trim() === '';
  // After sending, leave the preview so that the field is ready for the next post.
  if (isPreviewing && (empty || open === false)) setPreviewing(false);
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
        data-writing={isPreviewing || (open ?? (isFocused && !empty)) || undefined}
        onPointerEnter={Toolbar.preload}
        {...(pictures && !writing.disabled && createFileHandlers(setFiles))}
        onFocus={() => {
          setFocused(true);
          setUsed(true);
        }}
        onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      >
        {!plain && !writing.disabled && !isUsed && toolbarRoom}
        {!plain && !writing.disabled && isUsed && (
          <Toolbar
            fallback={toolbarRoom}
            field={area}
            empty={empty}
            previewing={isPreviewing}
            setPreviewing={setPreviewing}
            addPictures={pictures ? setFiles : undefined}
          />
        )}
        <Writing {...writing} change={changeText} id={id} area={area} hidden={isPreviewing} used={isUsed} />
        {isPreviewing && (
          <Preview
            fallback={<div className={`grid gap-8 scroll-y padding-16 ${styles['preview']}`} />}
            text={writing.value}
          />
        )}
        {pictures && (isUsed || files.length > 0) && !writing.disabled && (
          <PictureStrip area={area} text={writing.value} change={writing.change} files={files} setFiles={setFiles} />
        )}
        {plain && pictures && isUsed && (
          <Button kind="quiet" onClick={() => choosePictures(setFiles)}>
            {texts.addPictures}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

/** Spreadsheets offer copied cells both as text and as a picture. The text is inserted. */
function createFileHandlers(receive: (files: File[]) => void) {
  const receiveFrom = (event: ClipboardEvent | DragEvent, { files }: DataTransfer) => {
    if (files.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    receive([...files]);
  };
  return {
    onPaste: (event: ClipboardEvent) =>
      event.clipboardData.getData('text/plain') === '' && receiveFrom(event, event.clipboardData),
    // Otherwise, the browser would open the file.
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
    onDrop: (event: DragEvent) => receiveFrom(event, event.dataTransfer),
  };
}

interface AreaProps extends WritingProps {
  id: string;
  area: Field;
  hidden: boolean;
  used: boolean;
}

function Writing({ id, area, hidden, used, value, change, fault, disabled = false, about, ...rest }: AreaProps) {
  /** Null while text is selected or another element has focus. */
  const [caret, setCaret] = useState<number | null>(null);
  const readCaret = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) =>
    setCaret(selectionStart === selectionEnd ? selectionEnd : null);
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
        onBlur={() => setCaret(null)}
      />
      {used && !disabled && <WritingAids field={area} text={value} caret={caret} />}
    </>
  );
}
