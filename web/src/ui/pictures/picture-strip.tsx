import { limits } from '@guildhall/domain/limits.js';
import { buildTinyAddress } from '@guildhall/domain/uploads.js';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { runAfterRender, setText } from '../editor/insert-text.js';
import { IconButton } from '../icon-button.js';
import { listDistinctPictures, withoutPicture, withoutStaleMarks } from './picture-text.js';
import { AltField } from './alt-field.js';
import styles from './pictures.module.css';
import { texts } from './texts.js';
import { UploadQueue, type PictureUpload } from './upload-queue.js';
import { UploadRow } from './upload-row.js';

interface PictureStripProps {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  change: (text: string) => void;
  /** Pictures that the member has just chosen. */
  files: readonly File[];
  setFiles: (files: readonly File[]) => void;
}

/** Shows the pictures in the text being written, with their alt texts, and the uploads in progress. */
export function PictureStrip({ area, text, change, files, setFiles }: PictureStripProps) {
  const [queue] = useState(() => new UploadQueue(area));
  const { uploads, fault } = queue.useUploads();
  const pictures = listDistinctPictures(text);
  const isUploading = uploads.length > 0;

  useQueueEnd(area, text, queue);
  useEffect(() => {
    if (files.length === 0) return;
    runAfterRender(() => queue.add(files));
    setFiles([]);
  }, [files, setFiles, queue]);
  useEffect(() => {
    const current = withoutStaleMarks(text, collectKeys(uploads));
    if (current !== text) change(current);
  }, [text, change, uploads]);
  useSubmitGuard(area, isUploading, queue);
  useUndoOfUploads(area, queue);

  if (pictures.length === 0 && !isUploading && fault === null) return null;
  return (
    <section aria-label={texts.pictures} className={`grid gap-8 scroll-y ${styles['strip']}`}>
      <ul className="grid gap-8">
        {pictures.map(({ id, alt }, index) => (
          <li key={id} className={`grid align-center gap-8 ${styles['row']}`}>
            <img src={buildTinyAddress(id)} alt="" width={56} height={42} className={styles['thumbnail']} />
            <AltField number={index + 1} alt={alt} area={area} id={id} change={change} />
            <IconButton
              icon="close"
              data-remove
              label={texts.removeNumber(index + 1)}
              tip={texts.removeNumber(index + 1)}
              onClick={({ currentTarget: button }) => {
                if (area.current)
                  setText(area.current, withoutPicture(text, id), findFocusAfter(button) ?? area.current);
              }}
            />
          </li>
        ))}
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            cancel={() => queue.cancel(upload.key)}
            retry={() => queue.retry(upload.key)}
          />
        ))}
      </ul>
      <p role="alert" className="color-danger">
        {fault}
      </p>
    </section>
  );
}

/** On phones, the text would open the keyboard. */
function findFocusAfter(button: HTMLElement) {
  const row = button.closest('li');
  const findRemoval = (other?: Element | null) => other?.querySelector<HTMLElement>('[data-remove]');
  return findRemoval(row?.nextElementSibling) ?? findRemoval(row?.previousElementSibling);
}

/** Removes nothing when the text is sent, because the server may refuse the text. */
function useQueueEnd(area: PictureStripProps['area'], text: string, queue: UploadQueue) {
  const keepUsed = useEffectEvent(() => queue.keep(text));
  const end = useEffectEvent(() => queue.end(text));
  useEffect(() => {
    const form = area.current?.form;
    const onSubmit = () => keepUsed();
    form?.addEventListener('submit', onSubmit, { capture: true });
    return () => {
      form?.removeEventListener('submit', onSubmit, { capture: true });
      end();
    };
  }, [area]);
}

/** Works for every form that contains the field, before the form's own handler. */
function useSubmitGuard(area: PictureStripProps['area'], isUploading: boolean, queue: UploadQueue) {
  useEffect(() => {
    const form = area.current?.form;
    if (!form || !isUploading) return;
    const refuse = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      queue.setFault(texts.unfinished);
    };
    form.addEventListener('submit', refuse, { capture: true });
    return () => form.removeEventListener('submit', refuse, { capture: true });
  }, [area, isUploading, queue]);
}

/**
 * Undoing a finished upload would bring back its mark, which no longer means anything, so the steps that inserted the
 * mark are undone too. Text that was written in the meantime is then inserted again.
 */
function useUndoOfUploads(area: PictureStripProps['area'], queue: UploadQueue) {
  useEffect(() => {
    const field = area.current;
    let isStepping = false;
    const onInput = (event: Event) => {
      if (isStepping) return event.stopImmediatePropagation();
      const step = event instanceof InputEvent ? historySteps[event.inputType] : undefined;
      if (!field || step === undefined) return;
      const keys = collectKeys(queue.useUploads.getState().uploads);
      const text = withoutStaleMarks(field.value, keys);
      isStepping = true;
      for (let steps = 0; steps < maxSteps && withoutStaleMarks(field.value, keys) !== field.value; steps++) {
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only access to the browser's own history
        document.execCommand(step);
      }
      if (step === 'undo' && !isEqualWithoutSpace(text, field.value)) setText(field, text);
      isStepping = false;
    };
    field?.addEventListener('input', onInput);
    return () => field?.removeEventListener('input', onInput);
  }, [area, queue]);
}

/** Each picture takes two steps: inserting it and completing it. */
const maxSteps = 2 * limits.pictures;

const isEqualWithoutSpace = (text: string, other: string): boolean =>
  text.replaceAll(/\s/g, '') === other.replaceAll(/\s/g, '');

const collectKeys = (uploads: readonly PictureUpload[]) => new Set(uploads.map(({ key }) => key));

const historySteps: Record<string, string> = { historyUndo: 'undo', historyRedo: 'redo' };
