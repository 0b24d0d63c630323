import { can } from '@guildhall/domain/permissions.js';
import { useEffect } from 'react';
import { usePageTitle } from '../../shared/page-title.js';
import { linkTo } from '../../shared/paths.js';
import { useActor } from '../../shared/session.js';
import { useSite } from '../../shared/site.js';
import { ButtonLink } from '../../shared/ui/button.js';
import { Bar, Empty, LoadFailed } from '../../shared/ui/notice.js';
import { Prose } from '../../shared/ui/prose.js';
import styles from './rules.module.css';
import { loadRules, useRules } from './store.js';
import { texts } from './texts.js';

/** The rules of the site; who may change them finds here where. */
export function RulesPage() {
  const { html, failed } = useRules();
  const mayEdit = can(useActor(), 'manage-settings');
  const settingsAt = useSite((site) => site.pos);
  usePageTitle(texts.title);
  // Again when the settings have changed: the page may be open meanwhile.
  useEffect(() => void loadRules(), [settingsAt]);
  return (
    <article className={styles['page']}>
      <div className={styles['head']}>
        <h1>{texts.title}</h1>
        {mayEdit && html && <ButtonLink to={linkTo('adminSettings')}>{texts.edit}</ButtonLink>}
      </div>
      {html === null && (failed ? <LoadFailed again={() => void loadRules()} /> : <Skeleton />)}
      {html === '' && (
        <Empty>
          <p>{texts.none}</p>
          {mayEdit && <ButtonLink to={linkTo('adminSettings')}>{texts.write}</ButtonLink>}
        </Empty>
      )}
      {html && <Prose html={html} />}
    </article>
  );
}

function Skeleton() {
  return (
    <div className={styles['skeleton']}>
      {['90%', '75%', '82%', '60%', '70%'].map((width) => (
        <Bar key={width} width={width} height={16} />
      ))}
    </div>
  );
}
