import { buildTinyAddress } from '@guildhall/domain/uploads.js';
import type { UploadRow } from '@guildhall/domain/wire/schemas/members/uploads.js';
import { useState, type ReactNode } from 'react';
import { When } from '../time/when.js';
import { texts } from './texts.js';
import styles from './upload-item.module.css';

type Picture = Omit<UploadRow, 'uses'>;

interface UploadItemProps {
  row: Picture;
  alt: string;
  /** Replaces a picture that the reader may not see. */
  noPreview: string;
  heading?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

export function UploadItem({ row, alt, noPreview, heading, children, action }: UploadItemProps) {
  const { width, height, bytes, animated, created_at } = row;
  return (
    <li className="row gap-16 spread border-top padding-y-12">
      <Preview {...{ row, alt, noPreview }} />
      <div className={`grid gap-2 shrinkable ${styles['details']}`}>
        {heading}
        <p className="muted">
          {texts.facts(width, height, bytes)} {animated && `· ${texts.animated}`} · <When at={created_at} />
        </p>
        {children}
      </div>
      {action}
    </li>
  );
}

function Preview({ row: { id, url }, alt, noPreview }: Pick<UploadItemProps, 'row' | 'alt' | 'noPreview'>) {
  const [isHidden, setHidden] = useState(false);
  if (isHidden) return <span className={`hint centred ${styles['preview']}`}>{noPreview}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img
        className={styles['preview']}
        src={buildTinyAddress(id)}
        alt={alt}
        width={96}
        height={72}
        loading="lazy"
        onError={() => setHidden(true)}
      />
    </a>
  );
}
