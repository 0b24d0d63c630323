import { Toolbar as Bar } from '@base-ui/react/toolbar';
import { useEffect, type RefObject } from 'react';
import { formats, type Tool } from './format.js';
import { applyChange } from './insert-text.js';
import styles from './editor.module.css';
import { texts } from './texts.js';

type Field = RefObject<HTMLTextAreaElement | null>;

const tools: { tool: Tool; shape: string; key?: string }[] = [
  { tool: 'bold', shape: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z', key: 'b' },
  { tool: 'italic', shape: 'M10 5h7M7 19h7M14 5l-4 14', key: 'i' },
  { tool: 'quote', shape: 'M5 6v12M10 8h9M10 12h9M10 16h5' },
  { tool: 'code', shape: 'M8.5 7L4 12l4.5 5M15.5 7l4.5 5-4.5 5' },
  {
    tool: 'link',
    shape: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-.8.8M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l.8-.8',
    key: 'k',
  },
  { tool: 'list', shape: 'M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01' },
];

interface ToolbarProps {
  field: Field;
  empty: boolean;
  previewing: boolean;
  setPreviewing: (on: boolean) => void;
}

export function Toolbar({ field, empty, previewing, setPreviewing }: ToolbarProps) {
  useShortcuts(field);
  const applyTool = (tool: Tool) => apply(tool, field.current);
  return (
    <Bar.Root className={`flex align-center border-bottom ${styles['toolbar']}`} aria-label={texts.formatting}>
      {tools.map(({ tool, shape, key }) => (
        <Bar.Button
          key={tool}
          className={`bare centred square-target color-muted relative tip ${styles['tool']}`}
          aria-label={texts.tools[tool]}
          aria-keyshortcuts={key && `Control+${key.toUpperCase()}`}
          data-tip={key ? `${texts.tools[tool]} · Ctrl+${key.toUpperCase()}` : texts.tools[tool]}
          disabled={previewing}
          // This keeps the focus in the text, and the keyboard of a phone on screen.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => applyTool(tool)}
        >
          <Drawing shape={shape} thick={tool === 'bold'} />
        </Bar.Button>
      ))}
      <Bar.Button
        className={`bare centred square-target color-muted relative tip ${styles['tool']} push-end text-14 ${styles['previewButton']}`}
        aria-pressed={previewing}
        disabled={empty}
        onClick={() => setPreviewing(!previewing)}
      >
        {texts.preview}
      </Bar.Button>
    </Bar.Root>
  );
}

function apply(tool: Tool, field: HTMLTextAreaElement | null): void {
  if (!field) return;
  const { value: text, selectionStart: start, selectionEnd: end } = field;
  applyChange(field, formats[tool]({ text, start, end }));
}

function useShortcuts(field: Field): void {
  useEffect(() => {
    const area = field.current;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const tool = tools.find(({ key }) => key === event.key.toLowerCase());
      if (!tool) return;
      event.preventDefault();
      apply(tool.tool, area);
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
