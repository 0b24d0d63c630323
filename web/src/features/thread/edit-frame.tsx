import { useRef, type ReactNode, type SyntheticEvent } from 'react';
import { Button } from '../../shared/ui/button.js';
import { Notice } from '../../shared/ui/notice.js';
import { texts } from './texts.js';
import styles from './thread.module.css';

interface EditFrameProps {
  saving: boolean;
  fault: string | null;
  submit: (event: SyntheticEvent) => void;
  close: () => void;
  children: ReactNode;
}

/** What all forms that change a text in its place share: Save and Cancel, Ctrl + Enter and Escape, the alert. */
export function EditFrame({ saving, fault, submit, close, children }: EditFrameProps) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <form
      ref={form}
      className={styles['edit']}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
      }}
    >
      {children}
      {fault !== null && <Notice kind="error">{fault}</Notice>}
      <div className={styles['editEnd']}>
        <Button kind="primary" type="submit" aria-disabled={saving}>
          {saving ? texts.saving : texts.save}
        </Button>
        <Button kind="quiet" onClick={close}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
