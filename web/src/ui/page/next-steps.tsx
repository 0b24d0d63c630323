import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { useState } from 'react';
import { useResponse } from '../../queries/use-response.js';
import { linkTo, linkToThread } from '../../shared/paths.js';
import { Link, navigate } from '../../shared/router.js';
import { Button } from '../button.js';
import { SearchField } from '../search-field.js';
import { Skeleton } from '../skeleton.js';
import { texts } from '../texts.js';
import { ThreadTitle } from '../thread-title.js';

const maxQueryLength = 200;
const latestThreads = '/forums/recent?limit=5';
const skeletonWidths = ['70%', '55%', '80%', '60%', '65%'];

/** `hasSearch` means that the page already has a search field. */
export function NextSteps({ hasSearch = false }: { hasSearch?: boolean }) {
  const { body, fault } = useResponse<ThreadSummary[]>(latestThreads);
  return (
    <div className="stack one-column full-width gap-24">
      {!hasSearch && <Search />}
      {fault === null && body?.length !== 0 && (
        <section>
          <h2>{texts.nextSteps.latest}</h2>
          <ul role="list" className="outdent">
            {body === null
              ? skeletonWidths.map((width) => (
                  <li key={width} className="line target full-width">
                    <Skeleton width={width} />
                  </li>
                ))
              : body.map((thread) => (
                  <li key={thread.id} className="hoverable rounded">
                    <Link to={linkToThread(thread.id)} className="target full-width plain-link padding-8-12" dir="auto">
                      <span className="ellipsis two-lines">
                        <ThreadTitle thread={thread} />
                      </span>
                    </Link>
                  </li>
                ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Search() {
  const [query, setQuery] = useState('');
  return (
    <form
      role="search"
      className="line"
      onSubmit={(event) => {
        event.preventDefault();
        if (query.trim() !== '') navigate(`${linkTo('search')}?${new URLSearchParams({ q: query.trim() }).toString()}`);
      }}
    >
      <div className="grow">
        <SearchField
          label={texts.nextSteps.search}
          labelHidden
          value={query}
          placeholder={texts.nextSteps.search}
          maxLength={maxQueryLength}
          onChange={setQuery}
        />
      </div>
      <Button type="submit">{texts.nextSteps.submit}</Button>
    </form>
  );
}
