import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import styles from '../forum.module.css';
import { texts } from '../texts.js';

export function SectionRules({ section: { rules }, open }: { section: SectionRow; open: boolean }) {
  const lines = rules.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) return null;
  return (
    <aside className={`card break-anywhere text-14 ${styles['rules']}`} aria-label={texts.rules}>
      <details open={open}>
        <summary>{texts.rules}</summary>
        <ol>
          {lines.map((line, n) => (
            <li key={n} dir="auto">
              {line}
            </li>
          ))}
        </ol>
      </details>
    </aside>
  );
}
