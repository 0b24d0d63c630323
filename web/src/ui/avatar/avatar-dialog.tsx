import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { RefObject } from 'react';
import { Button } from '../button.js';
import { Dialog, DialogEnd } from '../dialog/dialog.js';
import { AvatarPicker } from './avatar-picker.js';
import { texts } from './texts.js';

interface AvatarDialogProps {
  user: Me;
  close: () => void;
  back: RefObject<HTMLElement | null>;
}

/** Changes the picture where it is seen: on the member's own profile. */
export function AvatarDialog({ user, close, back }: AvatarDialogProps) {
  return (
    <Dialog title={texts.title} open close={close} back={back}>
      <AvatarPicker user={user} />
      <DialogEnd>
        <Button onClick={close}>{texts.close}</Button>
      </DialogEnd>
    </Dialog>
  );
}
