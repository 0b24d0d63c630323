import { foldName } from '@guildhall/domain/account/names.js';
import { limits } from '@guildhall/domain/limits.js';
import { useState, type SyntheticEvent } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { Alert } from '../../../ui/alert.js';
import { SwitchField } from '../../../ui/fields/switch-field.js';
import { Dialog, DialogEnd } from '../../../ui/dialog/dialog.js';
import { saveTheme } from './state/actions.js';
import { isDefault, useEditor } from './state/store.js';
import styles from './theme.module.css';
import { texts } from './state/texts.js';

const words = texts.saveDialog;

/** Saves the tried colours under a new name. */
export function SaveDialog({ publish: wanted, close }: { publish: boolean; close: () => void }) {
  const themes = useEditor((state) => state.themes);
  const [name, setName] = useState('');
  const [publish, setPublish] = useState(wanted);
  const { busy, fault, run, setFault } = useMutation(texts.failed);

  async function save(event: SyntheticEvent) {
    event.preventDefault();
    const given = name.trim();
    if (given === '') return setFault(words.needed);
    const taken = isDefault(given) || themes?.some((theme) => foldName(theme.name) === foldName(given));
    if (taken) return setFault(words.taken);
    const content = { given, publish, named: useEditor.getState().named };
    if (await run(content, (key) => saveTheme(given, publish, undefined, key))) close();
  }
  return (
    <Dialog title={words.title} body={words.body} open close={close}>
      <form className={styles['dialogForm']} onSubmit={(event) => void save(event)} noValidate>
        <TextField
          label={words.name}
          value={name}
          maxLength={limits.themeName.max}
          autoComplete="off"
          aria-invalid={fault !== null}
          onChange={(event) => setName(event.target.value)}
        />
        <SwitchField label={words.publish} hint={words.publishHint} checked={publish} change={setPublish} />
        {fault !== null && <Alert kind="error">{fault}</Alert>}
        <DialogEnd>
          <Button onClick={close}>{words.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={busy}>
            {busy ? texts.saving : words.save}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
