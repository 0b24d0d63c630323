import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { texts } from '../shared/texts.js';
import { EndOthersQuestion as Question } from './end-others-question.js';

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
