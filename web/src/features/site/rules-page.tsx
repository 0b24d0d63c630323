import { can } from '@guildhall/domain/permissions.js';
import type { RulesResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { useEffect, useRef } from 'react';
import { useResponse } from '../../queries/use-response.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { useActor } from '../../shared/state/session.js';
import { useSite } from '../../shared/state/site.js';
import { ButtonLink } from '../../ui/button.js';
import { LoadError } from '../../ui/alert.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Skeleton } from '../../ui/skeleton.js';
import { Prose } from '../../ui/prose.js';
import styles from './rules.module.css';
import { texts as siteTexts } from './texts.js';

const texts = siteTexts.rules;

export function RulesPage() {
  const { body, fault, reload } = useResponse<RulesResponse>('/site/rules');
  const html = body?.content_html ?? null;
  const mayEdit = can(useActor(), 'manage-settings');
  const settingsAt = useSite((site) => site.pos);
  usePageTitle(texts.title);
  const readAt = useRef(settingsAt);
  // The rules may change while the page is open.
  useEffect(() => {
    if (readAt.current !== null && readAt.current !== settingsAt) void reload();
    readAt.current = settingsAt;
  }, [settingsAt, reload]);
  return (
    <article className={styles['page']}>
      <div className={`row gap-12 spread margin-bottom-20 ${styles['head']}`}>
        <h1>{texts.title}</h1>
        {mayEdit && html && <ButtonLink to={linkTo('adminSettings')}>{texts.edit}</ButtonLink>}
      </div>
      {html === null && (fault !== null ? <LoadError again={() => void reload()} /> : <RulesSkeleton />)}
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
