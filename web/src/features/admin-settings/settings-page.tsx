import { limits } from '@guildhall/domain/limits.js';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useIdempotencyKey } from '../../shared/api/idempotency-key.js';
import { linkTo } from '../../shared/paths.js';
import { useSite } from '../../shared/state/site.js';
import { Button } from '../../ui/button.js';
import { Alert, LoadError } from '../../ui/alert.js';
import { Skeleton } from '../../ui/skeleton.js';
import { PageHead } from '../../ui/page/page-head.js';
import { useUnsaved } from '../admin-shared/use-unsaved.js';
import { Editor } from '../writing/editor.js';
import { BannerSettings, ModeSettings } from './list-settings.js';
import { AboutSetting, LineSetting } from './setting-fields.js';
import styles from './settings.module.css';
import {
  discardChanges,
  hasChanges,
  loadSettings,
  saveSettings,
  setSetting,
  useSettings,
  type SettingsFault,
} from './store.js';
import { TestMail } from './test-mail.js';
import { texts } from './texts.js';

/** The owner's settings of the site. */
export function SiteSettingsPage() {
  const loaded = useSettings((state) => state.settings !== null);
  const failed = useSettings((state) => state.failed);
  const dirty = useSettings(hasChanges);
  const changedAt = useSite((site) => site.pos);
  useEffect(() => void loadSettings(), [changedAt]);
  useUnsaved('settings', dirty, texts.left, linkTo('adminSettings'));
  return (
    <>
      <PageHead title={texts.title} body={texts.lead} />
      {!loaded && (failed ? <LoadError again={() => void loadSettings()} /> : <Skeleton width="100%" height={900} />)}
      {loaded && (
        <div className={styles['page']}>
          <SettingsForm />
          <TestMail />
        </div>
      )}
    </>
  );
}

function SettingsForm() {
  const settings = useSettings((state) => state.settings);
  const dirty = useSettings(hasChanges);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<SettingsFault | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const keyOf = useIdempotencyKey();
  const refused = fault?.field ?? null;

  async function save(event: SyntheticEvent) {
    event.preventDefault();
    if (busy || !dirty) return;
    setBusy(true);
    const failed = await saveSettings(keyOf(useSettings.getState()));
    setBusy(false);
    if (failed === null) keyOf.done();
    setFault(failed);
    const field = failed?.field ? form.current?.elements.namedItem(failed.field) : null;
    if (field instanceof HTMLElement) field.focus();
  }
  return (
    <form ref={form} className={styles['form']} onSubmit={(event) => void save(event)} noValidate>
      <Group title={texts.groups.site}>
        <LineSetting name="name" refused={refused} />
        <LineSetting name="server_address" refused={refused} />
        <AboutSetting refused={refused} />
      </Group>
      <Group title={texts.groups.links}>
        <LineSetting name="chat_link" refused={refused} />
        <LineSetting name="store_link" refused={refused} />
      </Group>
      <Group title={texts.groups.banners}>
        <BannerSettings refused={refused} />
      </Group>
      <Group title={texts.groups.rules}>
        <Editor
          label={texts.rules}
          value={settings?.rules ?? ''}
          maxLength={limits.content.max}
          change={(rules) => setSetting({ rules })}
        />
      </Group>
      <Group title={texts.groups.players}>
        <LineSetting name="status_url" refused={refused} />
        <ModeSettings refused={refused} />
      </Group>
      <Group title={texts.groups.mail}>
        <LineSetting name="mail_sender" refused={refused} />
      </Group>
      <div className={styles['saveBar']} data-dirty={dirty}>
        {fault && (
          <Alert kind="error">
            {fault.words}
            {fault.changed && (
              <Button
                onClick={() => {
                  setFault(null);
                  void loadSettings('drop');
                }}
              >
                {texts.reload}
              </Button>
            )}
          </Alert>
        )}
        <p role="status" className={dirty ? styles['unsaved'] : 'hint'}>
          {dirty ? texts.unsaved : texts.allSaved}
        </p>
        <Button kind="quiet" aria-disabled={!dirty} onClick={discardChanges}>
          {texts.discard}
        </Button>
        <Button kind="primary" type="submit" aria-disabled={busy || !dirty}>
          {busy ? texts.saving : texts.save}
        </Button>
      </div>
    </form>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={styles['group']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
