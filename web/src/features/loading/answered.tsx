import type { ReactNode } from 'react';
import { texts } from '../../shared/texts.js';
import { Button } from '../../shared/ui/button.js';
import { Bar, Notice } from '../../shared/ui/notice.js';
import type { useAnswer } from './use-answer.js';

interface AnsweredProps<Body> {
  answer: ReturnType<typeof useAnswer<Body>>;
  /** Of the ground that stands where the answer comes, in pixels. */
  height: number;
  children: (body: Body) => ReactNode;
}

/** What an answer shows once it is there; before that its ground, and where it failed a way to ask again. */
export function Answered<Body>({ answer: { body, fault, again }, height, children }: AnsweredProps<Body>) {
  if (body !== null) return children(body);
  if (fault === null) return <Bar width="100%" height={height} />;
  return (
    <Notice kind="error">
      {fault}
      <Button onClick={again}>{texts.tryAgain}</Button>
    </Notice>
  );
}
