import { can } from '@guildhall/domain/permissions.js';
import { pages } from '@guildhall/domain/wire/pages.js';
import type { RulesResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { useEffect, useRef } from 'react';
import { useResponse } from '../../queries/use-response.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { useActor } from '../../shared/state/session.js';
import { useSite } from '../../shared/state/site.js';
import { LoadError } from '../../ui/alert.js';
import { getButtonClass, ButtonLink } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Prose } from '../../ui/prose.js';
import { Skeleton } from '../../ui/skeleton.js';
import styles from './rules.module.css';

const texts = {
  rules: {
    title: pages.rules.title,
    edit: 'Edit',
    none: 'No rules have been written yet.',
    write: 'Write the rules',
  },
  shop: {
    title: pages.store.title,
    leading: 'Taking you to the store…',
    at: (host: string) => `The store is on another site: ${host}.`,
    open: 'Open the store',
    none: 'There is no store yet.',
    noneBody: 'Once the site has one, this page takes you there.',
    set: 'Set the store link',
    home: 'Go to Home',
  },
} as const;

export function RulesPage() {
  const { body, fault, reload } = useResponse<RulesResponse>('/site/rules');
  const html = body?.content_html ?? null;
  const mayEdit = can(useActor(), 'manage-settings');
  const settingsAt = useSite((site) => site.pos);
  usePageTitle(texts.rules.title);
  const readAt = useRef(settingsAt);
  useEffect(() => {
    if (readAt.current !== null && readAt.current !== settingsAt) void reload();
    readAt.current = settingsAt;
  }, [settingsAt, reload]);
  return (
    <article className="page-column">
      <div className={`row gap-12 spread margin-bottom-20 ${styles['head']}`}>
        <h1>{texts.rules.title}</h1>
        {mayEdit && html && <ButtonLink to={linkTo('adminSettings')}>{texts.rules.edit}</ButtonLink>}
      </div>
      {html === null && (fault !== null ? <LoadError retry={() => void reload()} /> : <RulesSkeleton />)}
      {html === '' && (
        <EmptyState>
          <p>{texts.rules.none}</p>
          {mayEdit && <ButtonLink to={linkTo('adminSettings')}>{texts.rules.write}</ButtonLink>}
        </EmptyState>
      )}
      {html && <Prose html={html} />}
    </article>
  );
}

function RulesSkeleton() {
  return (
    <div className="stack gap-16">
      {['90%', '75%', '82%', '60%', '70%'].map((width) => (
        <Skeleton key={width} width={width} height={16} />
      ))}
    </div>
  );
}

export function ShopPage() {
  const link = useSite((site) => site.store_link);
  const isLoaded = useSite((site) => site.pos !== null);
  usePageTitle(texts.shop.title);
  return (
    <div className="gone gap-12">
      <h1>{texts.shop.title}</h1>
      {isLoaded && (link === '' ? <NoShop /> : <ShopLink link={link} />)}
    </div>
  );
}

function ShopLink({ link }: { link: string }) {
  // Replaces the history entry so that the Back button skips this page.
  useEffect(() => location.replace(link), [link]);
  return (
    <>
      <p role="status">{texts.shop.leading}</p>
      <p className="color-muted margin-bottom-8">{texts.shop.at(new URL(link).host)}</p>
      <a href={link} rel="noreferrer" className={getButtonClass('primary')}>
        {texts.shop.open}
      </a>
    </>
  );
}

function NoShop() {
  const maySet = can(useActor(), 'manage-settings');
  return (
    <>
      <p>{texts.shop.none}</p>
      <p className="color-muted margin-bottom-8">{texts.shop.noneBody}</p>
      <ButtonLink kind="primary" to={linkTo(maySet ? 'adminSettings' : 'home')}>
        {maySet ? texts.shop.set : texts.shop.home}
      </ButtonLink>
    </>
  );
}
