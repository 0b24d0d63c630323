import { foldName } from '@guildhall/domain/account/names.js';
import { truncateToGraphemes } from '@guildhall/domain/text/graphemes.js';
import { limits } from '@guildhall/domain/limits.js';
import { useState } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { useSiteName } from '../../../shared/state/site.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { TextField } from '../../../ui/field.js';
import { SwitchField } from '../../../ui/fields/switch-field.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { saveTheme } from './actions.js';
import { isDefault, useEditor } from './store.js';
import { texts } from './texts.js';

const saveDialogTexts = texts.saveDialog;

export function SaveDialog({ publish: initialPublish, close }: { publish: boolean; close: () => void }) {
  const themes = useEditor((state) => state.themes);
  const editedName = useEditor((state) => state.name);
  const siteName = useSiteName();
  const [name, setName] = useState(() => {
    const names = (themes ?? []).map((theme) => theme.name);
    return findUnusedName(isDefault(editedName) ? siteName : editedName, names);
  });
  const [publish, setPublish] = useState(initialPublish);
  const mutation = useMutation(texts.failed);
  const { fault, run, setFault } = mutation;

  async function save() {
    const newName = name.trim();
    if (newName === '') return setFault(saveDialogTexts.needed);
    const isTaken = isDefault(newName) || themes?.some((theme) => foldName(theme.name) === foldName(newName));
    if (isTaken) return setFault(saveDialogTexts.taken);
    const content = { newName, publish, named: useEditor.getState().namedColours };
    if (await run(content, (key) => saveTheme(newName, publish, undefined, key))) close();
  }
  return (
    <Dialog title={saveDialogTexts.title} body={saveDialogTexts.body} open close={close}>
      <MutationForm
        mutation={mutation}
        submit={save}
        name={saveDialogTexts.save}
        busyName={texts.saving}
        cancel={close}
        noValidate
      >
        <TextField
          label={saveDialogTexts.name}
          value={name}
          maxLength={limits.themeName.max}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          aria-invalid={fault !== null}
          onChange={(event) => setName(event.target.value)}
        />
        <SwitchField
          label={saveDialogTexts.publish}
          hint={saveDialogTexts.publishHint}
          checked={publish}
          change={setPublish}
        />
      </MutationForm>
    </Dialog>
  );
}

/** Returns the name or, if it is taken, the name with the next free number: "Night", "Night 2", "Night 3". */
export function findUnusedName(name: string, existingNames: readonly string[]): string {
  const takenNames = new Set(existingNames.map(foldName));
  const [, stem = ''] = /^(.*?)(?: \d+)?$/.exec(truncateToGraphemes(name.trim(), limits.themeName.max - 4)) ?? [];
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? stem : `${stem} ${number}`;
    if (candidate !== '' && !isDefault(candidate) && !takenNames.has(foldName(candidate))) return candidate;
  }
}
