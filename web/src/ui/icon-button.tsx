import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.js';
import styles from './icon-button.module.css';

/** Requires a label, and shows its `data-tip` as a tooltip. */
export const iconButtonClass = `bare centred square-target color-faint relative tip ${styles['icon']}`;

interface IconButtonProps extends ComponentProps<'button'> {
  icon: IconName;
  label: string;
  tip: string;
}

export function IconButton({ icon, label, tip, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={iconButtonClass} aria-label={label} data-tip={tip} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
