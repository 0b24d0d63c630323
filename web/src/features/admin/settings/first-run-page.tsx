import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { linkTo } from '../../../shared/paths.js';
import { navigate } from '../../../shared/router.js';
import { showToast } from '../../../shared/toast.js';
import { Button } from '../../../ui/button.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { DoneStep, LookStep } from './first-steps.js';
import { SettingGroup, type Group } from './list-settings.js';
import styles from './settings.module.css';
import { endFirstRun, loadSettings, saveSettings, useSettings } from './store.js';
import { MailServer, TestMail } from './test-mail.js';
import { texts } from './texts.js';

const firstRunTexts = texts.first;

const steps: (Group & { name: string })[] = [
  { name: firstRunTexts.steps.name, fields: ['name', 'front_title', 'front_text', 'about'] },
  { name: firstRunTexts.steps.links, fields: ['server_address', 'chat_link', 'store_link', 'status_url'] },
  { name: firstRunTexts.steps.look, Head: LookStep },
  { name: firstRunTexts.steps.mail, fields: ['mail_sender'], Head: MailServer },
  { name: firstRunTexts.steps.done, Head: DoneStep },
];

export function FirstRunPage() {
  const isLoaded = useSettings((state) => state.settings !== null);
  const hasFailed = useSettings((state) => state.failed);
  useEffect(() => void loadSettings(), []);
  return (
    <>
      <PageHead title={firstRunTexts.title} body={firstRunTexts.lead} />
      {!isLoaded &&
        (hasFailed ? <LoadError retry={() => void loadSettings()} /> : <Skeleton width="100%" height={480} />)}
      {isLoaded && <Steps />}
    </>
  );
}

function Steps() {
  const [at, setAt] = useState(0);
  const { busy, fault, field, run, setFault } = useMutation(texts.failed);
  const head = useRef<HTMLHeadingElement>(null);
  const step = steps[at];
  const last = at === steps.length - 1;

  function goTo(index: number) {
    setFault(null);
    setAt(index);
    head.current?.focus();
  }
  async function end(message: string) {
    if (!(await run('end', endFirstRun))) return;
    showToast(message);
    navigate(linkTo('home'), { replace: true });
  }
  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (last) return end(firstRunTexts.finished);
    if (await run(useSettings.getState(), (key) => saveSettings(key, true))) goTo(at + 1);
  }
  if (!step) return null;
  const { name, ...group } = step;
  return (
    <div className={`stack gap-16 ${styles['firstRun']}`}>
      <form className={`stack gap-16 ${styles['firstRun']}`} onSubmit={(event) => void submit(event)} noValidate>
        <p className="hint">{firstRunTexts.step(at + 1, steps.length)}</p>
        <progress
          className={`full-width bg-overlay rounded-small ${styles['progress']}`}
          value={at + 1}
          max={steps.length}
          aria-label={firstRunTexts.title}
        />
        <h2 ref={head} tabIndex={-1}>
          {name}
        </h2>
        <SettingGroup {...group} refusedField={field} />
        {fault !== null && <Alert kind="error">{fault}</Alert>}
        <div className="row tall-buttons margin-top-8">
          {at > 0 && <Button onClick={() => goTo(at - 1)}>{firstRunTexts.back}</Button>}
          <Button kind="primary" type="submit" aria-disabled={busy}>
            {last ? firstRunTexts.finish : firstRunTexts.next}
          </Button>
          {!last && (
            <Button kind="quiet" onClick={() => void end(firstRunTexts.skipped)}>
              {firstRunTexts.skip}
            </Button>
          )}
        </div>
      </form>
      {/* HTML does not allow nested forms. */}
      {group.Head === MailServer && <TestMail />}
    </div>
  );
}
