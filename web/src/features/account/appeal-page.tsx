import { pageRefusals } from '@guildhall/domain/page-refusals.js';
import { useState } from 'react';
import { ApiError, send } from '../../shared/api/api.js';
import { useDraft } from '../../shared/browser/draft.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { navigate, useLocation } from '../../shared/router.js';
import { ButtonLink } from '../../ui/button.js';
import { TextArea } from '../../ui/field.js';
import { ActionForm } from '../../ui/form/action-form.js';
import { DraftAlert } from '../../ui/editor/draft-alert.js';
import { AccountPage } from './account-page.js';
import { parseBanState, type Ban } from './login-attempt.js';
import { BanDetails } from './login-refusal.js';
import { texts } from './texts.js';

export function AppealPage() {
  const ban = parseBanState(useLocation().state);
  const [isSent, setIsSent] = useState(false);
  usePageTitle(texts.appealTitle);
  if (isSent) return <AppealResult title={texts.appealSent} body={texts.appealSentBody} />;
  if (!ban) return <AppealResult title={texts.appealTitle} body={texts.appealNeedsLogin} toLogin />;
  const handleDone = () => {
    setIsSent(true);
    navigate(linkTo('appeal'), { replace: true, state: null }); // The appeal token can be used only once.
  };
  return (
    <AccountPage title={texts.appealTitle} lead={<BanDetails ban={ban} />}>
      <AppealForm ban={ban} onDone={handleDone} />
    </AccountPage>
  );
}

function AppealForm({ ban, onDone }: { ban: Ban; onDone: () => void }) {
  const draft = useDraft('appeal');
  async function submitAppeal() {
    const text = draft.text.trim();
    const [status, message] = pageRefusals['type-something'];
    if (text === '') throw new ApiError(status, 'type-something', message);
    await send('POST', '/reports/appeal', draft.keyFor(text), { token: ban.token, text });
    draft.done(text);
    onDone();
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
        onChange={(event) => draft.setText(event.target.value)}
      />
      <DraftAlert draft={draft} />
    </ActionForm>
  );
}

function AppealResult({ title, body, toLogin = false }: { title: string; body: string; toLogin?: boolean }) {
  return (
    <AccountPage title={title} liveRole="status" lead={body}>
      <ButtonLink kind="primary" to={linkTo(toLogin ? 'auth' : 'home')}>
        {toLogin ? texts.toLogin : texts.toHome}
      </ButtonLink>
    </AccountPage>
  );
}
