import { can } from '@guildhall/domain/permissions.js';
import { useEffect } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { useActor } from '../../shared/state/session.js';
import { useSite } from '../../shared/state/site.js';
import { ButtonLink } from '../../ui/button.js';
import { LoadFailed } from '../../ui/alert.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Skeleton } from '../../ui/skeleton.js';
import { Prose } from '../../ui/prose.js';
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
      {html === null && (failed ? <LoadFailed again={() => void loadRules()} /> : <RulesSkeleton />)}
      {html === '' && (
        <EmptyState>
          <p>{texts.none}</p>
          {mayEdit && <ButtonLink to={linkTo('adminSettings')}>{texts.write}</ButtonLink>}
        </EmptyState>
      )}
      {html && <Prose html={html} />}
    </article>
  );
}

function RulesSkeleton() {
  return (
    <div className="stack-wide">
      {['90%', '75%', '82%', '60%', '70%'].map((width) => (
        <Skeleton key={width} width={width} height={16} />
      ))}
    </div>
  );
}
