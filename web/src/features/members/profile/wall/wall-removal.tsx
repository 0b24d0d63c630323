import { CSPProvider } from '@base-ui/react/csp-provider';
import { useRef } from 'react';
import { RemovalDialog, type Removal } from '../../../../ui/dialog/removal-dialog.js';

/** Returns the focus to its earlier position when the dialog closes. */
export function WallRemoval({ removal, close }: { removal: Removal; close: () => void }) {
  const before = useRef(document.activeElement instanceof HTMLButtonElement ? document.activeElement : null);
  return (
    <CSPProvider disableStyleElements>
      <RemovalDialog removal={removal} open close={close} back={before} />
    </CSPProvider>
  );
}
