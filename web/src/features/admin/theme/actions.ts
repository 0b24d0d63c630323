import { formatTheme } from '@guildhall/domain/theme/css.js';
import type { ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { send } from '../../../shared/api/api.js';
import { loadSite } from '../../../shared/state/site.js';
import { showDone, withUndo } from '../shared/undo-actions.js';
import { loadThemes, openSaved, openTheme, useEditor } from './store.js';
import { texts } from './texts.js';

const reload = () => Promise.all([loadThemes(), loadSite()]);

/** `version` is the last version loaded, or undefined for a new theme. */
export async function saveTheme(
  name: string,
  publish: boolean,
  version: number | undefined,
  key: string,
): Promise<void> {
  const { namedColours, name: editedName } = useEditor.getState();
  const css = formatTheme(namedColours);
  const { body } = await send<WriteResponse>('POST', '/forums/themes', key, { name, css, publish }, version);
  showDone(body.message ?? texts.saved, body.acts, reload);
  // If another theme has been opened in the meantime, it stays open.
  if (useEditor.getState().name === editedName) await openSaved(name, namedColours);
  else await loadThemes();
}

export const publishTheme = (name: string, key: string) =>
  withUndo(send<WriteResponse>('POST', '/forums/themes/publish', key, { name }), texts.published(name), reload);

export async function resetTheme(key: string): Promise<void> {
  await withUndo(send<WriteResponse>('POST', '/forums/themes/reset', key, {}), texts.resetDone, reload);
  openTheme(useEditor.getState().themes?.find(({ live }) => live));
}

export async function removeTheme(theme: ThemeRow, key: string): Promise<void> {
  const path = `/forums/themes/${encodeURIComponent(theme.name)}`;
  await withUndo(send<WriteResponse>('DELETE', path, key, {}), texts.removed(theme.name), reload);
  openTheme(useEditor.getState().themes?.find(({ live }) => live));
}

export const restoreVersion = (revision: number, versionName: string, key: string) =>
  withUndo(
    send<WriteResponse>('POST', `/forums/themes/history/${revision}/restore`, key, {}),
    texts.history.restored(versionName),
    reload,
  );

export type LogoGround = 'dark' | 'light';

export function changeLogo(file: File | null, ground: LogoGround, key: string) {
  const path = ground === 'light' ? '/forums/logo/light' : '/forums/logo';
  const form = new FormData();
  if (file) form.set('logo', file);
  const call = send<WriteResponse>(file ? 'POST' : 'DELETE', path, key, file ? form : {});
  return withUndo(call, texts.logo.done, reload);
}
