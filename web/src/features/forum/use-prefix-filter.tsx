import type { PrefixRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { PrefixBadge } from '../../ui/prefix-badge.js';
import styles from './forum.module.css';
import { texts } from './texts.js';

/** The prefix that the address names, where the section offers it, and the links that choose another one. */
export function usePrefixFilter(prefixes: readonly PrefixRow[]): { prefixId: number | null; links: ReactNode } {
  const [search] = useSearchParams();
  const named = Number(search.get('prefix'));
  const prefixId = prefixes.find(({ id }) => id === named)?.id ?? null;
  if (prefixes.length === 0) return { prefixId, links: null };
  const links = (
    <nav className={styles['prefixes']} aria-label={texts.byPrefix}>
      <Link className={styles['prefix-link']} to="?" preventScrollReset aria-current={prefixId === null}>
        {texts.allThreads}
      </Link>
      {prefixes.map((prefix) => (
        <Link
          key={prefix.id}
          className={styles['prefix-link']}
          to={`?prefix=${prefix.id}`}
          preventScrollReset
          aria-current={prefix.id === prefixId}
        >
          <PrefixBadge prefix={prefix} />
        </Link>
      ))}
    </nav>
  );
  return { prefixId, links };
}
