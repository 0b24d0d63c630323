import { useState, useRef } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Button } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import { SelectFilter } from '../../../ui/fields/select-field.js';
import { publishTheme, resetTheme, saveTheme, removeTheme } from './actions.js';
import { discard, hasChanges, isDefault, loadThemes, openTheme, undoStep, redoStep, useEditor } from './store.js';
import { texts } from './texts.js';
import type { ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { RemovalDialog } from '../../../ui/dialog/removal-dialog.js';
import { foldName } from '@guildhall/domain/account/names.js';
import { limits } from '@guildhall/domain/limits.js';
import { TextField } from '../../../ui/field.js';
import { SwitchField } from '../../../ui/fields/switch-field.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { Dialog } from '../../../ui/dialog/dialog.js';

export function ThemeBar() {
  const { themes, name, version, named } = useEditor();
  const dirty = useEditor(hasChanges);
  const [saveDialog, setSaveDialog] = useState<'new' | 'publish' | null>(null);
  const { busy, fault, changed, run, setFault } = useMutation(texts.failed);
  const opened = themes?.find((theme) => theme.name === name);
  const fixed = isDefault(name);
  const liveIsDefault = themes?.some((theme) => theme.live && isDefault(theme.name)) ?? true;

  function save(publish: boolean) {
    if (fixed) return setSaveDialog(publish ? 'publish' : 'new');
    void run({ name, publish, version, named }, (key) => saveTheme(name, publish, version, key));
  }
  function loadAgain() {
    setFault(null);
    discard();
    void loadThemes();
  }
  return (
    <div className="grid gap-8 margin-bottom-20">
      <div className="row tall-buttons">
        <SelectFilter
          label={texts.editing}
          value={name}
          options={(themes ?? []).map((theme) => ({
            value: theme.name,
            name: theme.live ? texts.live(theme.name) : theme.name,
          }))}
          choose={(themeName) => openTheme(themes?.find((theme) => theme.name === themeName))}
        />
        <UndoRedoButtons />
      </div>
      <div className="row tall-buttons">
        {dirty || opened?.live ? (
          <Button kind="primary" aria-disabled={busy || !dirty} onClick={() => dirty && save(true)}>
            {busy ? texts.saving : texts.saveAndPublish}
          </Button>
        ) : (
          <Button
            kind="primary"
            aria-disabled={busy}
            onClick={() => void run(['publish', name], (key) => publishTheme(name, key))}
          >
            {texts.publish}
          </Button>
        )}
        {dirty && !fixed && !opened?.live && (
          <Button aria-disabled={busy} onClick={() => save(false)}>
            {texts.saveOnly}
          </Button>
        )}
        <Button aria-haspopup="dialog" onClick={() => setSaveDialog('new')}>
          {texts.saveAs}
        </Button>
        <span className="grow" />
        <span className={'flow tall-buttons'}>
          <Button
            kind="quiet"
            aria-disabled={busy || liveIsDefault}
            onClick={() => !liveIsDefault && void run('reset', resetTheme)}
          >
            {texts.reset}
          </Button>
          {opened && !fixed && !opened.live && <RemoveButton key={opened.name} theme={opened} />}
        </span>
      </div>
      {fault !== null && (
        <Alert kind="error">
          {fault}
          {changed && <Button onClick={loadAgain}>{texts.reload}</Button>}
        </Alert>
      )}
      {saveDialog && <SaveDialog publish={saveDialog === 'publish'} close={() => setSaveDialog(null)} />}
    </div>
  );
}

function UndoRedoButtons() {
  const past = useEditor((state) => state.past.length);
  const future = useEditor((state) => state.future.length);
  const dirty = useEditor(hasChanges);
  return (
    <>
      {dirty && <span className="text-14 color-warning">{texts.unsaved}</span>}
      <span className="grow" />
      <span className={'flow tall-buttons'}>
        <Button kind="quiet" aria-disabled={past === 0} onClick={undoStep}>
          {texts.undo}
        </Button>
        <Button kind="quiet" aria-disabled={future === 0} onClick={redoStep}>
          {texts.redo}
        </Button>
        <Button kind="quiet" aria-disabled={!dirty} onClick={discard}>
          {texts.discard}
        </Button>
      </span>
    </>
  );
}

function RemoveButton({ theme }: { theme: ThemeRow }) {
  const [isConfirming, setConfirming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} kind="quiet" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
        {texts.remove}
      </Button>
      <RemovalDialog
        removal={{
          title: texts.removeTitle(theme.name),
          body: texts.removeBody,
          failed: texts.failed,
          remove: (key) => removeTheme(theme, key),
        }}
        open={isConfirming}
        close={() => setConfirming(false)}
        back={button}
      />
    </>
  );
}

const saveDialogTexts = texts.saveDialog;

export function SaveDialog({ publish: initialPublish, close }: { publish: boolean; close: () => void }) {
  const themes = useEditor((state) => state.themes);
  const [name, setName] = useState('');
  const [publish, setPublish] = useState(initialPublish);
  const mutation = useMutation(texts.failed);
  const { fault, run, setFault } = mutation;

  async function save() {
    const newName = name.trim();
    if (newName === '') return setFault(saveDialogTexts.needed);
    const isTaken = isDefault(newName) || themes?.some((theme) => foldName(theme.name) === foldName(newName));
    if (isTaken) return setFault(saveDialogTexts.taken);
    const content = { newName, publish, named: useEditor.getState().named };
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
