import styles from './skeleton.module.css';

/** `width`: any CSS length; `height`: pixels. */
export function Skeleton({ width, height = 14 }: { width: string; height?: number }) {
  return <span className={`rounded-small ${styles['skeleton']}`} style={{ width, height }} aria-hidden="true" />;
}

/** Fills a list while its rows load. `height`: pixels of a row without its padding. */
export function SkeletonRows({ count, height }: { count: number; height: number }) {
  return Array.from({ length: count }, (_, n) => (
    <div key={n} className="border-bottom padding-y-12">
      <Skeleton width="100%" height={height} />
    </div>
  ));
}
