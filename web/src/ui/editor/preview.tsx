import { useEffect, useState } from 'react';
import { createId } from '../../shared/create-id.js';
import { getMessage, send } from '../../shared/api/api.js';
import { Button } from '../button.js';
import { Skeleton } from '../skeleton.js';
import { Prose } from '../prose.js';
import styles from './editor.module.css';
import { texts } from './texts.js';

type RenderResult = { html: string } | { fault: string } | null;

export function Preview({ text }: { text: string }) {
  const [renderedText, setRendered] = useState<RenderResult>(null);
  const [attempt, setAttempt] = useState(0);
  const source = text.trim();

  useEffect(() => {
    let current = true;
    const show = (result: RenderResult) => current && setRendered(result);
    send<{ content_html: string }>('POST', '/forums/preview', createId(), { content: source }).then(
      ({ body }) => show({ html: body.content_html }),
      (error: unknown) => show({ fault: getMessage(error, texts.previewFailed) }),
    );
    return () => {
      current = false;
    };
  }, [source, attempt]);

  const retry = () => {
    setRendered(null);
    setAttempt(attempt + 1);
  };
  return (
    <div
      className={`grid one-column gap-8 scroll-y padding-16 ${styles['preview']}`}
      role="region"
      aria-label={texts.preview}
      aria-live="polite"
    >
      <Shown renderResult={renderedText} retry={retry} />
    </div>
  );
}

function Shown({ renderResult, retry }: { renderResult: RenderResult; retry: () => void }) {
  if (renderResult === null) {
    return (
      <>
        <span className="visually-hidden">{texts.previewLoading}</span>
        <Skeleton width="70%" />
        <Skeleton width="45%" />
      </>
    );
  }
  if ('html' in renderResult) return <Prose html={renderResult.html} />;
  return (
    <p className="row gap-12 color-danger">
      {renderResult.fault}
      <Button onClick={retry}>{texts.again}</Button>
    </p>
  );
}
