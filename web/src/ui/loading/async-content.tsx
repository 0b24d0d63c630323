import type { ReactNode } from 'react';
import { texts } from '../../shared/texts.js';
import { Button } from '../button.js';
import { Alert } from '../alert.js';
import { Skeleton } from '../skeleton.js';
import type { Loaded } from '../../queries/use-response.js';

interface AsyncContentProps<Body> {
  answer: Loaded<Body>;
  /** The height of the placeholder before the response, in pixels. */
  height: number;
  children: (body: Body) => ReactNode;
}

/** The content of a response once it is loaded; before that a placeholder, and on failure a retry. */
export function AsyncContent<Body>({ answer: { body, fault, reload }, height, children }: AsyncContentProps<Body>) {
  if (body !== null) return children(body);
  if (fault === null) return <Skeleton width="100%" height={height} />;
  return (
    <Alert kind="error">
      {fault}
      <Button onClick={() => void reload()}>{texts.tryAgain}</Button>
    </Alert>
  );
}
