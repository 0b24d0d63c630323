import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import { useEffect } from 'react';
import { usePagedList } from '../../queries/use-paged-list.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { useSearchParams } from '../../shared/router.js';
import { ensureSections } from '../../shared/state/sections.js';
import { texts as shared } from '../../shared/texts.js';
import { Button } from '../../ui/button.js';
import { Alert } from '../../ui/alert.js';
import { MoreRows } from '../../ui/loading/more-button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { NextSteps } from '../../ui/page/lazy-next-steps.js';
import { Skeleton } from '../../ui/skeleton.js';
import { SearchResult } from './search-result.js';
import { buildAddress, searchResults, toSearchParams, parseQuery } from './query.js';
import { SearchForm } from './search-form.js';
import styles from './search.module.css';
import { texts } from './texts.js';

export function SearchPage() {
  const [params, setParams] = useSearchParams();
  const query = parseQuery(params);
  const address = buildAddress(query);
  usePageTitle(query.q === '' ? texts.title : `${texts.title}: ${isolateRightToLeft(query.q)}`);
  useEffect(ensureSections, []);
  return (
    <div className="stack gap-16 one-column page-column">
      <h1>{texts.title}</h1>
      <SearchForm query={query} search={(next) => setParams(toSearchParams(next))} />
      {address === null ? (
        <>
          <EmptyState>
            <p>{texts.begin}</p>
            <p>{texts.beginPrefix}</p>
            <p>{texts.beginSolved}</p>
          </EmptyState>
          <NextSteps hasSearch />
        </>
      ) : (
        <Results address={address} />
      )}
    </div>
  );
}

function Results({ address }: { address: string }) {
  const list = usePagedList(searchResults, address);
  const { rows, status, body, next, fault, reload } = list;
  return (
    <section aria-label={texts.title} aria-busy={status === 'loading'}>
      <p className={`faint ${styles['count']}`} role="status">
        {status === 'ready' && rows.length > 0 && texts.found(rows.length, next !== null)}
        {status === 'ready' && body?.complete === false && <span> {texts.incomplete}</span>}
      </p>
      {status === 'failed' && (
        <Alert kind="error">
          {fault}
          <Button onClick={() => void reload()}>{shared.tryAgain}</Button>
        </Alert>
      )}
      {status === 'loading' && rows.length === 0 && [0, 1, 2, 3, 4].map((line) => <SearchSkeleton key={line} />)}
      {status === 'ready' && rows.length === 0 && (
        <>
          <EmptyState>
            <p>{texts.none}</p>
            <p>{texts.noneHint}</p>
          </EmptyState>
          <NextSteps hasSearch />
        </>
      )}
      {rows.length > 0 && (
        <ol role="list" className={status === 'loading' ? styles['dimmed'] : undefined}>
          {rows.map((hit) => (
            <SearchResult key={`${hit.kind} ${hit.id}`} hit={hit} />
          ))}
        </ol>
      )}
      <MoreRows list={list} name={texts.more} />
    </section>
  );
}

function SearchSkeleton() {
  return (
    <div className={`entry stack gap-16 ${styles['hit']}`}>
      <Skeleton width="44px" height={44} />
      <div className="grid gap-8">
        <Skeleton width="45%" height={16} />
        <Skeleton width="85%" />
        <Skeleton width="30%" height={12} />
      </div>
    </div>
  );
}
