import styles from './skeleton.module.css';

/** `width` is any CSS length, and `height` is in pixels. */
export function Skeleton({ width, height = 14 }: { width: string; height?: number }) {
  return <span className={`rounded-small ${styles['skeleton']}`} style={{ width, height }} aria-hidden="true" />;
}

/** `height` is the height of a row in pixels, without its padding. */
export function SkeletonRows({ count, height }: { count: number; height: number }) {
  return Array.from({ length: count }, (_, n) => (
    <div key={n} className="border-bottom padding-y-12">
      <Skeleton width="100%" height={height} />
    </div>
  ));
}
