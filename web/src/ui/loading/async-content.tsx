import type { ReactNode } from 'react';
import { LoadError } from '../alert.js';
import { Skeleton } from '../skeleton.js';
import type { LoadedResponse } from '../../queries/use-response.js';

interface AsyncContentProps<Body> {
  answer: LoadedResponse<Body>;
  height: number;
  children: (body: Body) => ReactNode;
}

export function AsyncContent<Body>({ answer: { body, fault, reload }, height, children }: AsyncContentProps<Body>) {
  if (body !== null) return children(body);
  if (fault === null) return <Skeleton width="100%" height={height} />;
  return <LoadError message={fault} retry={reload} />;
}
