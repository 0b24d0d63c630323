import type { ButtonHTMLAttributes } from 'react';
import { Icon, type IconName } from './icon.js';
import styles from './icon-button.module.css';

/** For a link or button with only an icon: it needs a label, and shows its `data-tip` as a tooltip. */
export const iconButtonClass = `bare centred square-target color-faint relative tip ${styles['icon']}`;

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  label: string;
  /** One or two words, shown on hover and keyboard focus. */
  tip: string;
}

export function IconButton({ icon, label, tip, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={iconButtonClass} aria-label={label} data-tip={tip} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
