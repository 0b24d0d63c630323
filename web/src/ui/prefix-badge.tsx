import type { PrefixRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import styles from './prefix-badge.module.css';

export function PrefixBadge({ prefix }: { prefix: Omit<PrefixRow, 'id'> }) {
  return (
    <bdi className={`nowrap text-13 rounded-small ${styles['prefix']} ${styles[prefix.color]}`}>{prefix.label}</bdi>
  );
}
