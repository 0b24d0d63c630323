import { limits } from '@guildhall/domain/limits.js';
import { pageRefusals } from '@guildhall/domain/page-refusals.js';
import { useState } from 'react';
import { ApiError } from '../../shared/api/api.js';
import { useDraft } from '../../shared/browser/draft.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { navigate, useLocation } from '../../shared/router.js';
import { ButtonLink } from '../../ui/button.js';
import { TextArea } from '../../ui/field.js';
import { ActionForm } from '../../ui/form/action-form.js';
import { DraftAlert } from '../../ui/form/draft-alert.js';
import { appeal } from './shared/api.js';
import styles from './shared/auth.module.css';
import { BanDetails } from './shared/ban-details.js';
import { banInState, type Ban } from './shared/login-attempt.js';
import { texts } from './shared/texts.js';

/** Where a banned member writes to the staff, with the token from their refused login. */
export function AppealPage() {
  const ban = banInState(useLocation().state);
  const [sent, setSent] = useState(false);
  usePageTitle(texts.appealTitle);
  if (sent) return <AppealResult title={texts.appealSent} body={texts.appealSentBody} />;
  if (!ban) return <AppealResult title={texts.appealTitle} body={texts.appealNeedsLogin} toLogin />;
  const done = () => {
    setSent(true);
    navigate(linkTo('appeal'), { replace: true, state: null }); // the token is used up
  };
  return (
    <div className={styles['page']}>
      <h1>{texts.appealTitle}</h1>
      <div className={styles['intro']}>
        <BanDetails ban={ban} />
      </div>
      <AppealForm ban={ban} done={done} />
    </div>
  );
}

function AppealForm({ ban, done }: { ban: Ban; done: () => void }) {
  const draft = useDraft('appeal');
  async function submitAppeal() {
    const text = draft.text.trim();
    const [status, words] = pageRefusals['type-something'];
    if (text === '') throw new ApiError(status, 'type-something', words);
    await appeal(ban.token, text, draft.keyFor(text));
    draft.done(text);
    done();
    return null;
  }
  return (
    <ActionForm
      action={submitAppeal}
      button={texts.sendAppeal}
      busy={texts.sending}
      otherwise={texts.appealFailed}
      extra={
        <ButtonLink kind="quiet" to={linkTo('auth')}>
          {texts.toLogin}
        </ButtonLink>
      }
    >
      <TextArea
        label={texts.appealText}
        value={draft.text}
        placeholder={texts.appealHint}
        maxLength={limits.content.max}
        onChange={(event) => draft.setText(event.target.value)}
      />
      <DraftAlert draft={draft} />
    </ActionForm>
  );
}

function AppealResult({ title, body, toLogin = false }: { title: string; body: string; toLogin?: boolean }) {
  return (
    <div className={styles['page']}>
      <div role="status">
        <h1>{title}</h1>
      </div>
      <p className={styles['intro']}>{body}</p>
      <ButtonLink kind="primary" to={linkTo(toLogin ? 'auth' : 'home')}>
        {toLogin ? texts.toLogin : texts.toHome}
      </ButtonLink>
    </div>
  );
}
