import type { ComponentProps } from 'react';
import { Link } from '../shared/router.js';
import styles from './button.module.css';

type ButtonKind = 'primary' | 'secondary' | 'danger' | 'quiet';

export function getButtonClass(kind: ButtonKind): string {
  return `bare target ${styles['button']} ${styles[kind]}`;
}

interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind;
}

export function Button({ kind = 'secondary', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={getButtonClass(kind)} {...rest} />;
}

interface ButtonLinkProps {
  kind?: ButtonKind;
  to: string;
  state?: unknown;
  onClick?: () => void;
  children: string;
}

export function ButtonLink({ kind = 'secondary', children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={getButtonClass(kind)}>
      {children}
    </Link>
  );
}
