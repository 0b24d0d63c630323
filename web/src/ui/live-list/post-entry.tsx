import type { ReactNode } from 'react';
import { Link } from '../../shared/router.js';
import styles from './post-entry.module.css';

interface PostEntryProps {
  /** Null if there is nothing to open. */
  to: string | null;
  title: ReactNode;
  preview: string;
  open?: () => void;
  /** A line about the post, such as its kind and date. */
  children: ReactNode;
  actions?: ReactNode;
}

export function PostEntry({ to, title, preview, open, children, actions }: PostEntryProps) {
  return (
    <li className={`entry ${styles['row']}`}>
      <div className="shrinkable">
        <h2 className="break-anywhere" dir="auto">
          {to === null ? (
            <span className="color-muted">{title}</span>
          ) : (
            <Link to={to} className="whole-row" onClick={open}>
              {title}
            </Link>
          )}
        </h2>
        {preview !== '' && (
          <p className={`break-anywhere text-15 color-muted ${styles['preview']}`} dir="auto">
            {preview}
          </p>
        )}
        <div className="faint">{children}</div>
      </div>
      {actions !== undefined && <div className={`flow relative ${styles['actions']}`}>{actions}</div>}
    </li>
  );
}
