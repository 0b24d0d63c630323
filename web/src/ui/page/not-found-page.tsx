import type { ReactNode } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { texts } from '../../shared/texts.js';
import { ButtonLink } from '../button.js';
import { NextSteps } from './lazy-next-steps.js';
import styles from './not-found.module.css';

export function NotFoundPage({ extra }: { extra?: ReactNode }) {
  usePageTitle(texts.notFound.title);
  return (
    <div className={`gone ${styles['page']}`}>
      <h1>{texts.notFound.title}</h1>
      <p>{texts.notFound.body}</p>
      {extra}
      <ButtonLink kind="primary" to={linkTo('home')}>
        {texts.notFound.home}
      </ButtonLink>
      <NextSteps />
    </div>
  );
}
