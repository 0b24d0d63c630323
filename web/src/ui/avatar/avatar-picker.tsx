import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { useId, type RefObject } from 'react';
import { Button } from '../button.js';
import { Dialog, DialogEnd } from '../dialog/dialog.js';
import { PictureButton } from '../fields/picture-button.js';
import { Avatar } from '../member.js';
import { Alert } from '../alert.js';
import styles from './avatar.module.css';
import { texts } from './texts.js';
import { useAvatar } from './use-avatar.js';

export function AvatarPicker({ user: { username, avatar_url } }: { user: Me }) {
  const { chosen, busy, done, fault, choose, save, remove, cancel, unreadable } = useAvatar();
  const hintId = useId();
  return (
    <div className={`grid align-start ${styles['picker']}`}>
      <span className={styles['picture']}>
        {chosen ? (
          <img src={chosen.preview} alt="" width={88} height={88} onError={unreadable} className={styles['preview']} />
        ) : (
          <Avatar name={username} url={avatar_url} large />
        )}
      </span>
      <div>
        <p id={hintId} className="muted margin-bottom-8">
          {texts.hint}
        </p>
        <div className="flow gap-8">
          {chosen && (
            <Button kind="primary" aria-disabled={busy !== null} onClick={save}>
              {texts.save}
            </Button>
          )}
          <PictureButton
            label={chosen ? texts.chooseAnother : texts.choose}
            hintId={hintId}
            onChange={(event) => void choose(event)}
          />
          {chosen && (
            <Button kind="quiet" onClick={cancel}>
              {texts.cancel}
            </Button>
          )}
          {!chosen && avatar_url !== null && (
            <Button kind="danger" aria-disabled={busy !== null} onClick={remove}>
              {texts.remove}
            </Button>
          )}
        </div>
      </div>
      <div className={styles['status']}>
        {busy !== null && <Alert>{busy}</Alert>}
        {done !== null && <Alert kind="success">{done}</Alert>}
        {fault !== null && <Alert kind="error">{fault}</Alert>}
      </div>
    </div>
  );
}

interface AvatarDialogProps {
  user: Me;
  close: () => void;
  back: RefObject<HTMLElement | null>;
}

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
