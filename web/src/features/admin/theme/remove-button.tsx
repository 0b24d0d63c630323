import type { ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { useRef, useState } from 'react';
import { buttonClass } from '../../../ui/button.js';
import { RemovalDialog } from '../../../ui/dialog/removal-dialog.js';
import { removeTheme } from './state/actions.js';
import { texts } from './state/texts.js';

/** Asks, then deletes a theme that is not in use. */
export function RemoveButton({ theme }: { theme: ThemeRow }) {
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={buttonClass('quiet')}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {texts.remove}
      </button>
      <RemovalDialog
        removal={{
          title: texts.removeTitle(theme.name),
          body: texts.removeBody,
          failed: texts.failed,
          act: (key) => removeTheme(theme, key),
        }}
        open={asking}
        close={() => setAsking(false)}
        back={button}
      />
    </>
  );
}
