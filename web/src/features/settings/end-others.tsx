import { useState } from 'react';
import { later } from '../../shared/later.js';
import { Button } from '../../shared/ui/button.js';
import { texts } from './texts.js';

const Question = later(() => import('./end-others-question.js').then((file) => file.EndOthersQuestion));

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
