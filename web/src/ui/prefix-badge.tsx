import type { PrefixRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import styles from './prefix-badge.module.css';

export function PrefixBadge({ prefix: { color, label } }: { prefix: Omit<PrefixRow, 'id'> }) {
  const style = { background: `var(--prefix-${color})`, color: `var(--prefix-${color}-text)` };
  return (
    <bdi className={`nowrap text-13 rounded-small ${styles['prefix']}`} style={style}>
      {label}
    </bdi>
  );
}
