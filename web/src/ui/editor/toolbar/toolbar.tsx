import { Toolbar as Bar } from '@base-ui/react/toolbar';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { createLazyComponent } from '../../../shared/lazy.js';
import { choosePictures } from '../../pictures/choose-pictures.js';
import { scrollToCaret } from '../completion/caret-place.js';
import styles from '../editor.module.css';
import { applyChange, getFocusedSelection } from '../insert-text.js';
import { texts as editorTexts } from '../texts.js';
import { formats, type Change, type Format, type TextSelection } from './format.js';
import { insertTable } from './table-markdown.js';
import { texts } from './texts.js';
import { ToolButton, toolClass } from './tool-button.js';
import { shapes, findToolByKeys, tools } from './tools.js';

const EmojiPicker = createLazyComponent(() => import('../emoji/emoji-picker.js'), 'EmojiPicker');
const FormattingHelp = createLazyComponent(() => import('../help/formatting-help.js'), 'FormattingHelp');
const TableDialog = createLazyComponent(() => import('./table-dialog.js'), 'TableDialog');

interface ToolbarProps {
  field: RefObject<HTMLTextAreaElement | null>;
  empty: boolean;
  previewing: boolean;
  setPreviewing: (on: boolean) => void;
  addPictures: ((files: readonly File[]) => void) | undefined;
}

export function Toolbar({ field, empty, previewing, setPreviewing, addPictures }: ToolbarProps) {
  const [open, setOpen] = useState<'table' | 'emoji' | 'help' | null>(null);
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const emojiTool = useRef<HTMLButtonElement>(null);
  const apply = (edit: (selection: TextSelection) => Change) => {
    if (field.current) applyEdit(edit, field.current);
  };
  useShortcuts(field, (format) => apply(formats[format]));
  const close = () => setOpen(null);
  return (
    <>
      <Bar.Root className={`flex align-center border-bottom ${styles['toolbar']}`} aria-label={texts.formatting}>
        <div className={`flex ${styles['tools']}`}>
          {addPictures && (
            <ToolButton
              tool="pictures"
              shape={shapes.pictures}
              disabled={previewing}
              press={() => choosePictures(addPictures)}
            />
          )}
          <ToolButton
            ref={emojiTool}
            tool="emoji"
            shape={shapes.emoji}
            disabled={previewing}
            press={() => setOpen(open === 'emoji' ? null : 'emoji')}
            popup="dialog"
            expanded={open === 'emoji'}
          />
          {tools.map(({ format, shortcut }) => (
            <ToolButton
              key={format}
              tool={format}
              shape={shapes[format]}
              shortcut={shortcut}
              disabled={previewing}
              press={() => apply(formats[format])}
            />
          ))}
          <ToolButton
            tool="table"
            shape={shapes.table}
            disabled={previewing}
            press={() => setOpen('table')}
            popup="dialog"
            expanded={open === 'table'}
          />
          <ToolButton
            tool="help"
            shape={shapes.help}
            disabled={previewing}
            press={() => setOpen('help')}
            popup="dialog"
            expanded={open === 'help'}
          />
        </div>
        <Bar.Button
          className={`${toolClass} push-end text-14 ${styles['previewButton']}`}
          aria-pressed={previewing}
          disabled={empty}
          onClick={() => setPreviewing(!previewing)}
        >
          {editorTexts.preview}
        </Bar.Button>
      </Bar.Root>
      {/* Otherwise, key and submit events would reach the surrounding form, which Escape closes and Enter submits. */}
      <div
        ref={setLayer}
        className={styles['layer']}
        onKeyDown={(event) => closeWithEscape(event, close)}
        onSubmit={(event) => event.stopPropagation()}
      >
        {open === 'table' && (
          <TableDialog back={field} insert={(size) => apply((range) => insertTable(range, size))} close={close} />
        )}
        {open === 'help' && <FormattingHelp back={field} close={close} />}
        {open === 'emoji' && layer && (
          <EmojiPicker
            anchor={emojiTool}
            container={layer}
            back={field}
            choose={(character) => apply((selection) => insert(character, selection))}
            close={close}
          />
        )}
      </div>
    </>
  );
}

function applyEdit(edit: (selection: TextSelection) => Change, field: HTMLTextAreaElement): void {
  applyChange(field, edit(getFocusedSelection(field)));
  scrollToCaret(field);
}

function insert(text: string, { start, end }: TextSelection): Change {
  const caret = start + text.length;
  return { start, end, text, select: [caret, caret] };
}

function closeWithEscape(event: KeyboardEvent, close: () => void): void {
  event.stopPropagation();
  if (event.key === 'Escape') close();
}

function useShortcuts(field: RefObject<HTMLTextAreaElement | null>, apply: (format: Format) => void): void {
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const tool = findToolByKeys(event);
    if (!tool) return;
    event.preventDefault();
    apply(tool.format);
  });
  useEffect(() => {
    const area = field.current;
    const listener = (event: globalThis.KeyboardEvent) => onKey(event);
    area?.addEventListener('keydown', listener);
    return () => area?.removeEventListener('keydown', listener);
  }, [field]);
}
