import { useState } from 'react';
import { lazyComponent } from '../../../../shared/lazy.js';
import { useSession } from '../../../../shared/state/session.js';
import { Button } from '../../../../ui/button.js';
import { texts } from '../state/texts.js';

const ReportDialog = lazyComponent(() =>
  import('../../../../ui/reports/report-dialog.js').then((file) => file.ReportDialog),
);

/** Shown to everyone but the author. The dialog's code is preloaded on hover or focus. */
export function ReportButton({ id, author, authorId }: { id: number; author: string; authorId: number }) {
  const userId = useSession((state) => state.user?.id);
  const [reporting, setReporting] = useState(false);
  if (userId === undefined || userId === authorId) return null;
  return (
    <>
      <Button
        kind="quiet"
        aria-haspopup="dialog"
        aria-label={texts.reportPost(author)}
        onPointerEnter={ReportDialog.preload}
        onFocus={ReportDialog.preload}
        onClick={() => setReporting(true)}
      >
        {texts.report}
      </Button>
      {reporting && (
        <ReportDialog subject={{ kind: 'wallpost', id }} author={author} close={() => setReporting(false)} />
      )}
    </>
  );
}
