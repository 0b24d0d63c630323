import type { ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { useState, type RefObject } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { RemovalDialog } from '../../../ui/dialog/removal-dialog.js';
import { SelectFilter } from '../../../ui/fields/select-field.js';
import { IconButton } from '../../../ui/icon-button.js';
import { MenuButton, type MenuAction } from '../../../ui/page/menu-button.js';
import { publishTheme, removeTheme, resetTheme, saveTheme } from './actions.js';
import { SaveDialog } from './save-dialog.js';
import { discard, hasChanges, isDefault, loadThemes, openTheme, redoStep, undoStep, useEditor } from './store.js';
import styles from './theme.module.css';
import { texts } from './texts.js';

export function ThemeBar() {
  const { themes, name, version, namedColours } = useEditor();
  const isDirty = useEditor(hasChanges);
  const [removal, setRemoving] = useState<Omit<ThemeRemovalProps, 'close'> | null>(null);
  const [saveDialog, setSaveDialog] = useState<'new' | 'publish' | null>(null);
  const { busy, fault, changed, run, setFault } = useMutation(texts.failed);
  const openedTheme = themes?.find((theme) => theme.name === name);
  const isFixed = isDefault(name);
  const isRemovable = openedTheme !== undefined && !isFixed && !openedTheme.live;
  const liveIsDefault = themes?.some((theme) => theme.live && isDefault(theme.name)) ?? true;

  function save(publish: boolean) {
    if (isFixed) return setSaveDialog(publish ? 'publish' : 'new');
    void run({ name, publish, version, named: namedColours }, (key) => saveTheme(name, publish, version, key));
  }
  function loadAgain() {
    setFault(null);
    discard();
    void loadThemes();
  }
  const actions: MenuAction[] = [{ name: texts.saveAs, run: () => setSaveDialog('new') }];
  if (isDirty && isRemovable) actions.push({ name: texts.saveOnly, run: () => save(false) });
  if (isDirty) actions.push({ name: texts.discard, run: discard });
  if (!liveIsDefault) actions.push({ name: texts.reset, run: () => void run('reset', resetTheme) });
  if (isRemovable)
    actions.push({ name: texts.remove, run: (back) => setRemoving({ theme: openedTheme, back }), isDangerous: true });
  return (
    <div className="grid gap-8 margin-bottom-20">
      <div className={`line tall-buttons ${styles['bar']}`}>
        <SelectFilter
          label={texts.editing}
          value={name}
          options={(themes ?? []).map((theme) => ({
            value: theme.name,
            name: theme.live ? texts.live(theme.name) : theme.name,
          }))}
          choose={(themeName) => openTheme(themes?.find((theme) => theme.name === themeName))}
        />
        <StepButtons />
        <span className={`grow ellipsis text-14 color-warning ${styles['unsaved']}`}>{isDirty && texts.unsaved}</span>
        {isDirty || openedTheme?.live ? (
          <Button kind="primary" aria-disabled={busy || !isDirty} onClick={() => isDirty && save(true)}>
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
        <MenuButton name={texts.more} actions={actions} />
      </div>
      {fault !== null && (
        <Alert kind="error">
          {fault}
          {changed && <Button onClick={loadAgain}>{texts.reload}</Button>}
        </Alert>
      )}
      {saveDialog && <SaveDialog publish={saveDialog === 'publish'} close={() => setSaveDialog(null)} />}
      {removal && <ThemeRemoval {...removal} close={() => setRemoving(null)} />}
    </div>
  );
}

function StepButtons() {
  const stepCount = useEditor((state) => state.past.length);
  const future = useEditor((state) => state.future.length);
  return (
    <span className="flex">
      <IconButton icon="undo" label={texts.undo} tip={texts.undo} aria-disabled={stepCount === 0} onClick={undoStep} />
      <IconButton icon="redo" label={texts.redo} tip={texts.redo} aria-disabled={future === 0} onClick={redoStep} />
    </span>
  );
}

interface ThemeRemovalProps {
  theme: ThemeRow;
  close: () => void;
  back: RefObject<HTMLButtonElement | null>;
}

function ThemeRemoval({ theme, close, back }: ThemeRemovalProps) {
  return (
    <RemovalDialog
      removal={{
        title: texts.removeTitle(theme.name),
        body: texts.removeBody,
        failureText: texts.failed,
        remove: (key) => removeTheme(theme, key),
      }}
      open
      close={close}
      back={back}
    />
  );
}
