import { Toolbar as Bar } from '@base-ui/react/toolbar';
import { useEffect, type ReactNode, type RefObject } from 'react';
import styles from '../editor.module.css';
import { applyChange } from '../insert-text.js';
import { texts as editorTexts } from '../texts.js';
import { formats, type Format } from './format.js';
import { texts } from './texts.js';
import { toolOfKeys, tools, type Shortcut } from './tools.js';

type Field = RefObject<HTMLTextAreaElement | null>;

interface ToolbarProps {
  field: Field;
  empty: boolean;
  previewing: boolean;
  setPreviewing: (on: boolean) => void;
}

export function Toolbar({ field, empty, previewing, setPreviewing }: ToolbarProps) {
  useShortcuts(field);
  return (
    <Bar.Root className={`flex align-center border-bottom ${styles['toolbar']}`} aria-label={texts.formatting}>
      <div className={`flex ${styles['tools']}`}>
        {tools.map(({ format, shape, shortcut }) => (
          <ToolButton
            key={format}
            name={texts.tools[format]}
            shortcut={shortcut}
            disabled={previewing}
            press={() => apply(format, field.current)}
          >
            <Drawing shape={shape} thick={format === 'bold'} />
          </ToolButton>
        ))}
      </div>
      <Bar.Button
        className={`bare centred square-target color-muted relative tip ${styles['tool']} push-end text-14 ${styles['previewButton']}`}
        aria-pressed={previewing}
        disabled={empty}
        onClick={() => setPreviewing(!previewing)}
      >
        {editorTexts.preview}
      </Bar.Button>
    </Bar.Root>
  );
}

interface ToolButtonProps {
  name: string;
  shortcut: Shortcut | undefined;
  disabled: boolean;
  press: () => void;
  children: ReactNode;
}

function ToolButton({ name, shortcut, disabled, press, children }: ToolButtonProps) {
  const keys = shortcut && `Ctrl+${shortcut.label}`;
  return (
    <Bar.Button
      className={`bare centred square-target color-muted relative tip ${styles['tool']}`}
      aria-label={name}
      aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
      data-tip={keys === undefined ? name : texts.shortcut(name, keys)}
      disabled={disabled}
      // Keeps the focus in the text, and with it a phone's keyboard.
      onPointerDown={(event) => event.preventDefault()}
      onClick={press}
    >
      {children}
    </Bar.Button>
  );
}

function apply(format: Format, field: HTMLTextAreaElement | null): void {
  if (!field) return;
  const { value: text, selectionStart: start, selectionEnd: end } = field;
  applyChange(field, formats[format]({ text, start, end }));
}

function useShortcuts(field: Field): void {
  useEffect(() => {
    const area = field.current;
    const onKey = (event: KeyboardEvent) => {
      const tool = toolOfKeys(event);
      if (!tool) return;
      event.preventDefault();
      apply(tool.format, area);
    };
    area?.addEventListener('keydown', onKey);
    return () => area?.removeEventListener('keydown', onKey);
  }, [field]);
}

function Drawing({ shape, thick }: { shape: string; thick: boolean }) {
  return (
    <svg
      width={18}
      height={18}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={thick ? 2.6 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shape} />
    </svg>
  );
}
