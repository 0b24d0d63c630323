import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import styles from './audit.module.css';
import { changesOf, type Change } from './changes.js';
import { useNames } from './names.js';
import { texts } from './texts.js';

const maxShown = 3;

/** The changes of an action: before in red and struck out, after in green; long lists are folded. */
export function Changes({ before, after }: Pick<AuditRow, 'before' | 'after'>) {
  const names = useNames();
  const changes = changesOf({ before, after }, names);
  const rest = changes.slice(maxShown);
  return (
    <>
      <List changes={changes.slice(0, maxShown)} />
      {rest.length > 0 && (
        <details>
          <summary className="disclosure text-13">{texts.moreChanges(rest.length)}</summary>
          <List changes={rest} />
        </details>
      )}
    </>
  );
}

function List({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <ul role="list" className="code">
      {changes.map(({ what, before, after }, index) => (
        <li key={index} dir="auto">
          {what !== null && <span className={`color-text ${styles['what']}`}>{what} </span>}
          {before !== null && (
            <del className="color-removed">
              <span className="visually-hidden">{texts.before} </span>
              <bdi>{before}</bdi>
            </del>
          )}
          {before !== null && after !== null && <span aria-hidden="true"> → </span>}
          {after !== null && (
            <ins className="color-added no-underline">
              <span className="visually-hidden"> {texts.after} </span>
              <bdi>{after}</bdi>
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
