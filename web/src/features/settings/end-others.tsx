import { lazy, Suspense, useState } from 'react';
import { Button } from '../../shared/ui/button.js';
import { texts } from './texts.js';

const Question = lazy(() => import('./end-others-question.js').then((file) => ({ default: file.EndOthersQuestion })));

/** Asks, then ends all sessions but this one. */
export function EndOthers() {
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <Button kind="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {texts.endOthers}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <Question close={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
