import { usePageTitle } from '../../shared/page-title.js';
import { linkTo } from '../../shared/paths.js';
import { texts } from '../../shared/texts.js';
import { ButtonLink } from '../../shared/ui/button.js';
import styles from './not-found.module.css';

export function NotFoundPage({ body = texts.notFound.body }: { body?: string }) {
  usePageTitle(texts.notFound.title);
  return (
    <div className={styles['page']}>
      <h1>{texts.notFound.title}</h1>
      <p>{body}</p>
      <ButtonLink kind="primary" to={linkTo('home')}>
        {texts.notFound.home}
      </ButtonLink>
    </div>
  );
}

/** An address that the product will have: says so, where a link leads to it already. */
export function PlannedPage() {
  return <NotFoundPage body={texts.notFound.planned} />;
}
