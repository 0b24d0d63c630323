import type { AuthorFields } from '@guildhall/domain/wire/rest.js';
import type { ReactNode } from 'react';
import { relativeTime } from '../../shared/dates.js';
import { Avatar, RoleBadge } from '../../shared/ui/member.js';
import { Prose } from '../../shared/ui/prose.js';
import { When } from '../../shared/ui/when.js';
import { QuotePost } from './quote-post.js';
import { texts } from './texts.js';
import styles from './thread.module.css';

interface PostProps {
  row: AuthorFields & {
    id: number;
    content_html: string;
    created_at: string;
    edited_at: string | null;
    order?: string;
  };
  /** Quiet actions at the right end. */
  actions?: ReactNode;
  /** In place of the text, while it is being changed. */
  children?: ReactNode;
}

/** What somebody wrote: the text that begins a thread, or a reply. */
export function Post({ row, actions, children }: PostProps) {
  return (
    <li id={`post-${row.id}`} className={styles['post']} data-order={row.order} data-at={row.created_at}>
      <Avatar name={row.username} url={row.avatar_url} large />
      <div className={styles['body']}>
        <div className={styles['by']}>
          <strong>{row.username}</strong>
          <RoleBadge role={row.role} />
          <span className={styles['when']}>
            <When at={row.created_at} />
            {row.edited_at && <span title={relativeTime(new Date(row.edited_at), new Date())}> · {texts.edited}</span>}
          </span>
          <span className={styles['actions']}>
            <QuotePost id={row.id} name={row.username} />
            {actions}
          </span>
        </div>
        {children || <Prose html={row.content_html} />}
      </div>
    </li>
  );
}
