import styles from './skeleton.module.css';

/** `width`: any CSS length; `height`: pixels. */
export function Skeleton({ width, height = 14 }: { width: string; height?: number }) {
  return <span className={`rounded-small ${styles['skeleton']}`} style={{ width, height }} aria-hidden="true" />;
}
