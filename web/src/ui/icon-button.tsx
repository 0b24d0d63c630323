import type { ButtonHTMLAttributes } from 'react';
import { Icon, type IconName } from './icon.js';
import styles from './icon-button.module.css';

/** The class of a link or a button that is only an icon: it needs a label, and shows its `data-tip` next to it. */
export const iconButtonClass = `bare centred square-target color-faint relative tip ${styles['icon']}`;

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** What it does, for screen readers. */
  label: string;
  /** The same in one or two words, for the pointer and the keyboard. */
  tip: string;
}

export function IconButton({ icon, label, tip, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={iconButtonClass} aria-label={label} data-tip={tip} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
