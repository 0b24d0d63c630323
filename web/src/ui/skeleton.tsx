import styles from './skeleton.module.css';

/** Holds the place of text that is loading; width in any CSS length, height in pixels. */
export function Skeleton({ width, height = 14 }: { width: string; height?: number }) {
  return <span className={`rounded-small ${styles['skeleton']}`} style={{ width, height }} aria-hidden="true" />;
}
