import { Toolbar as Bar } from '@base-ui/react/toolbar';
import type { Ref } from 'react';
import { IconPath } from '../../icon.js';
import styles from '../editor.module.css';
import { texts } from './texts.js';
import { usesCommandKey, type Shortcut } from './tools.js';

export const toolClass = `bare centred square-target color-muted relative tip ${styles['tool']}`;

interface ToolButtonProps {
  tool: keyof typeof texts.tools;
  shape: string;
  shortcut?: Shortcut | undefined;
  disabled: boolean;
  press: () => void;
  popup?: 'dialog';
  expanded?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function ToolButton({ tool, shape, shortcut, disabled, press, popup, expanded, ref }: ToolButtonProps) {
  const name = texts.tools[tool];
  const withCommand = usesCommandKey();
  const keys = shortcut && `${withCommand ? 'Cmd' : 'Ctrl'}+${shortcut.label}`;
  return (
    <Bar.Button
      ref={ref}
      className={toolClass}
      aria-label={name}
      aria-keyshortcuts={shortcut && `${withCommand ? 'Meta' : 'Control'}+${shortcut.label}`}
      aria-haspopup={popup}
      aria-expanded={expanded}
      data-tip={keys === undefined ? name : texts.shortcut(name, keys)}
      disabled={disabled}
      // Keeps the focus in the text so that a phone's keyboard stays open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={press}
    >
      <IconPath path={shape} strokeWidth={tool === 'bold' ? 2.6 : 1.8} />
    </Bar.Button>
  );
}
