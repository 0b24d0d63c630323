import { useState } from 'react';
import { lazyComponent } from '../../../shared/lazy.js';
import { Button } from '../../../ui/button.js';
import { texts } from '../shared/texts.js';

const Question = lazyComponent(() => import('./end-others-question.js').then((file) => file.EndOthersQuestion));

/** Asks, then ends all sessions but this one. */
export function EndOthers() {
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <Button kind="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {texts.endOthers}
      </Button>
      {asking && <Question close={() => setAsking(false)} />}
    </div>
  );
}
