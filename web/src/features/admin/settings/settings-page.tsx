import { useEffect, useRef, type SyntheticEvent } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { linkTo } from '../../../shared/paths.js';
import { useSite } from '../../../shared/state/site.js';
import { Button } from '../../../ui/button.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { SkeletonRows } from '../../../ui/skeleton.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { useUnsaved } from '../shared/use-unsaved.js';
import { Editor } from '../../../ui/editor/editor.js';
import { SettingGroup, type Group } from './list-settings.js';
import { AppearanceSetting, PresenceSetting, ReactionsSetting } from './setting-fields.js';
import styles from './settings.module.css';
import { discardChanges, hasChanges, loadSettings, saveSettings, setSetting, useSettings } from './store.js';
import { MailServer, TestMail } from './test-mail.js';
import { texts } from './texts.js';

const groups: (Group & { title: string })[] = [
  { title: texts.groups.site, fields: ['name', 'server_address', 'about'] },
  { title: texts.groups.front, fields: ['front_title', 'front_text'] },
  { title: texts.groups.look, Head: AppearanceSetting },
  { title: texts.groups.links, fields: ['chat_link', 'store_link'] },
  { title: texts.groups.banners, list: 'banners' },
  { title: texts.groups.rules, Head: RulesSetting },
  { title: texts.groups.players, fields: ['status_url'], list: 'status_modes' },
  { title: texts.groups.presence, Head: PresenceSetting },
  { title: texts.groups.uploads, fields: ['upload_member_mb', 'upload_site_mb', 'uploads_per_minute'] },
  { title: texts.groups.gameAccounts, fields: ['game_accounts', 'heads_url'] },
  { title: texts.groups.reactions, Head: ReactionsSetting },
  { title: texts.groups.embeds, fields: ['image_hosts'] },
  { title: texts.groups.mail, fields: ['mail_sender'], Head: MailServer },
];

export function SiteSettingsPage() {
  const isLoaded = useSettings((state) => state.settings !== null);
  const hasFailed = useSettings((state) => state.failed);
  const isDirty = useSettings(hasChanges);
  const changedAt = useSite((site) => site.pos);
  useEffect(() => void loadSettings(), [changedAt]);
  useUnsaved('settings', isDirty, texts.left, linkTo('adminSettings'));
  return (
    <>
      <PageHead title={texts.title} body={texts.lead} />
      {!isLoaded && (hasFailed ? <LoadError retry={() => loadSettings()} /> : <SkeletonRows count={6} height={64} />)}
      {isLoaded && (
        <div className={styles['page']}>
          <SettingsForm />
          <TestMail />
        </div>
      )}
    </>
  );
}

function SettingsForm() {
  const isDirty = useSettings(hasChanges);
  const { busy, fault, field: refusedField, changed, run, setFault } = useMutation(texts.failed);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = refusedField === null ? null : form.current?.elements.namedItem(refusedField);
    if (field instanceof HTMLElement) field.focus();
  }, [refusedField]);

  function save(event: SyntheticEvent) {
    event.preventDefault();
    if (isDirty) void run(useSettings.getState(), (key) => saveSettings(key));
  }
  return (
    <form ref={form} className={styles['form']} aria-label={texts.title} onSubmit={save} noValidate>
      {groups.map(({ title, ...group }) => (
        <section key={title} className="stack gap-16 shrinkable">
          <h2>{title}</h2>
          <SettingGroup {...group} refusedField={refusedField} />
        </section>
      ))}
      <div className={`row border-top padding-y-12 tall-buttons ${styles['saveBar']}`} data-dirty={isDirty}>
        {fault !== null && (
          <Alert kind="error">
            {fault}
            {changed && (
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
        <p role="status" className={`grow ${isDirty ? 'text-14 color-warning' : 'hint'}`}>
          {isDirty ? texts.unsaved : texts.allSaved}
        </p>
        <Button kind="quiet" aria-disabled={!isDirty} onClick={discardChanges}>
          {texts.discard}
        </Button>
        <Button kind="primary" type="submit" aria-disabled={busy || !isDirty}>
          {busy ? texts.saving : texts.save}
        </Button>
      </div>
    </form>
  );
}

function RulesSetting() {
  const rules = useSettings((state) => state.settings?.rules ?? '');
  return <Editor label={texts.rules} value={rules} change={(newRules) => setSetting({ rules: newRules })} />;
}
