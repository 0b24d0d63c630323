import { limits } from '@guildhall/domain/limits.js';
import { can } from '@guildhall/domain/permissions.js';
import { linkTo, linkToPlace } from '../../shared/paths.js';
import { Link, useLocation } from '../../shared/router.js';
import { getPlaceRow, type Place } from '../../shared/state/sections.js';
import { useActor } from '../../shared/state/session.js';
import { sendWithKeys } from '../../shared/hooks/send-keys.js';
import { texts as shared } from '../../shared/texts.js';
import { Button, ButtonLink, getButtonClass } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Alert } from '../../ui/alert.js';
import { DraftAlert } from '../../ui/editor/draft-alert.js';
import { CopyText, LostText } from '../../ui/editor/copy-text.js';
import { DraftNote } from '../../ui/editor/draft-note.js';
import { Editor } from '../../ui/editor/editor.js';
import styles from './forum.module.css';
import { PlaceChooser } from './place-chooser.js';
import { PrefixSelect } from '../../ui/fields/prefix-select.js';
import { SwitchField } from '../../ui/fields/switch-field.js';
import { texts } from './texts.js';
import { SectionRules } from './list/section-rules.js';
import { useNewThread } from './use-new-thread.js';

interface NewThreadFormProps {
  place: Place | null;
  places: Place[];
}

export function NewThreadForm({ place, places }: NewThreadFormProps) {
  const actor = useActor();
  const form = useNewThread(place, actor.userId);
  const { text, target, isGone, setTarget, options, setOptions, fault, busy, isCreated } = form;
  const flags = target && getPlaceRow(target).can;
  if (actor.userId !== null && places.length === 0) return <NoPermission place={place} draftText={text.draft.text} />;
  return (
    <form
      className="stack gap-16 margin-top-12"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      onChange={form.clearFault}
      onKeyDown={sendWithKeys}
    >
      <TextField
        label={texts.title}
        value={text.title}
        maxLength={limits.title.max}
        onChange={(event) => text.setTitle(event.target.value)}
        autoFocus
        required
      />
      <div className={`grid gap-16 ${styles['placeAndPrefix']}`}>
        <PlaceChooser places={places} selectedPlace={target} choose={setTarget} />
        <PrefixSelect
          prefixes={(target ?? place)?.section.prefixes ?? []}
          selectedId={options.prefix_id ?? null}
          choose={(prefix_id) => setOptions({ ...options, prefix_id })}
        />
      </div>
      {target && <SectionRules section={target.section} open />}
      <Editor
        pictures
        isTall
        label={texts.content}
        value={text.content}
        placeholder={texts.contentHint}
        change={text.setContent}
        required
      />
      {flags && can(actor, 'stick-thread', { flags }) && (
        <SwitchField
          label={texts.pin}
          checked={options.sticky}
          change={(sticky) => setOptions({ ...options, sticky })}
        />
      )}
      {flags && can(actor, 'lock-thread', { flags }) && (
        <SwitchField
          label={texts.lock}
          checked={options.locked}
          change={(locked) => setOptions({ ...options, locked })}
        />
      )}
      <DraftAlert draft={text.draft} />
      {isGone && (
        <Alert kind="error">
          <span>{texts.chosenGone}</span>
          <CopyText text={text.draft.text} />
        </Alert>
      )}
      {fault !== null && (
        <Alert kind="error">
          <span>{fault}</span>
          {actor.userId === null && <LoginLink />}
        </Alert>
      )}
      {isCreated && <Alert kind="success">{texts.created}</Alert>}
      <div className={`row gap-8-12 ${styles['formEnd']}`}>
        <DraftNote draft={text.draft} />
        <span className={`faint push-end ${styles['keyHint']}`}>{shared.sendKeys}</span>
        <ButtonLink kind="quiet" to={place ? linkToPlace(place) : linkTo('forums')}>
          {texts.cancel}
        </ButtonLink>
        <Button kind="primary" type="submit" aria-disabled={busy || isCreated || isGone}>
          {busy ? texts.creating : texts.create}
        </Button>
      </div>
    </form>
  );
}

function LoginLink() {
  const { pathname } = useLocation();
  return (
    <Link className={getButtonClass('secondary')} to={linkTo('auth')} state={{ from: pathname }}>
      {shared.nav.logIn}
    </Link>
  );
}

/** Also shows what the member wrote while they still had permission. */
function NoPermission({ place, draftText }: { place: Place | null; draftText: string }) {
  return (
    <div className="stack">
      <Alert>
        {place ? texts.mayNotPost : texts.mayPostNowhere}
        {place ? (
          <ButtonLink to={linkToPlace(place)}>{texts.backTo(getPlaceRow(place).display_name)}</ButtonLink>
        ) : (
          <ButtonLink to={linkTo('forums')}>{texts.toForums}</ButtonLink>
        )}
      </Alert>
      {draftText.trim() !== '' && <LostText text={draftText} />}
    </div>
  );
}
