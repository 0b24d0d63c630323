import { themeText } from '@guildhall/domain/theme/css.js';
import type { ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { ApiError, send, messageOf } from '../../../../shared/api/api.js';
import { loadSite } from '../../../../shared/state/site.js';
import { showDone } from '../../shared/undo-actions.js';
import { loadThemes, openSaved, openTheme, useEditor } from './store.js';
import { texts } from './texts.js';

/** Why a theme was not saved; `changed`: someone else saved it in the meantime. */
export interface SaveFault {
  words: string;
  changed: boolean;
}

function changed(): void {
  void loadThemes();
  void loadSite();
}

/** Saves the tried colours under a name. `version`: the version of that theme that was seen; none for a new one. */
export async function saveTheme(
  name: string,
  publish: boolean,
  version: number | undefined,
  key: string,
): Promise<SaveFault | null> {
  const { named, name: edited } = useEditor.getState();
  const css = themeText(named);
  try {
    const { body } = await send<WriteResponse>('POST', '/forums/themes', key, { name, css, publish }, version);
    showDone(body.message ?? texts.saved, body.acts, changed);
  } catch (error) {
    const wasChanged = error instanceof ApiError && error.code === 'changed-since';
    return { words: messageOf(error, texts.failed), changed: wasChanged };
  }
  // Another theme may have been chosen in the meantime: that one stays.
  if (useEditor.getState().name === edited) await openSaved(name, named);
  else await loadThemes();
  return null;
}

/** @returns null when it is on every page, else the reason why not */
export async function publishTheme(name: string, key: string): Promise<string | null> {
  return runAction(() => send<WriteResponse>('POST', '/forums/themes/publish', key, { name }), texts.published(name));
}

/** The default theme on every page, and in the editor. */
export async function resetTheme(key: string): Promise<string | null> {
  const fault = await runAction(() => send<WriteResponse>('POST', '/forums/themes/reset', key, {}), texts.resetDone);
  if (fault === null) openTheme(useEditor.getState().themes?.find(({ live }) => live));
  return fault;
}

export async function removeTheme(theme: ThemeRow, key: string): Promise<string | null> {
  const path = `/forums/themes/${encodeURIComponent(theme.name)}`;
  const fault = await runAction(() => send<WriteResponse>('DELETE', path, key, {}), texts.removed(theme.name));
  if (fault === null) openTheme(useEditor.getState().themes?.find(({ live }) => live));
  return fault;
}

export async function restoreVersion(revision: number, what: string, key: string): Promise<string | null> {
  const path = `/forums/themes/history/${revision}/restore`;
  return runAction(
    () => send<WriteResponse>('POST', path, key, {}),
    texts.history.restored(what),
    texts.history.failed,
  );
}

/** On which a logo is shown; the one for dark grounds serves on light ones too until those have their own. */
export type LogoGround = 'dark' | 'light';

/** The picture as the logo; null takes the logo away. */
export async function changeLogo(file: File | null, ground: LogoGround, key: string): Promise<string | null> {
  const path = ground === 'light' ? '/forums/logo/light' : '/forums/logo';
  const call = () => {
    if (!file) return send<WriteResponse>('DELETE', path, key, {});
    const form = new FormData();
    form.set('logo', file);
    return send<WriteResponse>('POST', path, key, form);
  };
  return runAction(call, texts.logo.done, texts.logo.failed);
}

async function runAction(
  call: () => Promise<{ body: WriteResponse }>,
  done: string,
  otherwise: string = texts.failed,
): Promise<string | null> {
  try {
    const { body } = await call();
    showDone(done, body.acts, changed);
  } catch (error) {
    return messageOf(error, otherwise);
  }
  await Promise.all([loadThemes(), loadSite()]);
  return null;
}
