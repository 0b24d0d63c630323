import type { UserName } from '@guildhall/domain/wire/schemas/fields.js';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { useEffect, useState } from 'react';
import { useResponse } from '../../queries/use-response.js';
import { copyText } from '../../shared/clipboard.js';
import { linkTo, linkToNewThread, linkToPost, linkToThread, linkToWallPost } from '../../shared/paths.js';
import { listPlacesIn, useSections } from '../../shared/state/sections.js';
import { showError, showToast } from '../../shared/toast.js';
import { showUndoToast } from '../../shared/undo-toast.js';
import { Button } from '../../ui/button.js';
import { texts as ofEditor } from '../../ui/editor/texts.js';
import { EmptyState } from '../../ui/empty-state.js';
import { PostEntry } from '../../ui/live-list/post-entry.js';
import { NextSteps } from '../../ui/page/lazy-next-steps.js';
import { discardDraft, onDraftsElsewhere, listOwnDrafts, type OwnDraft } from './own-drafts.js';
import { texts } from './texts.js';
import { useThreadTitles } from './use-thread-titles.js';

const { drafts: words } = texts;
const maxPreviewCharacters = 300;

export function DraftsPart({ user }: { user: Me }) {
  const [drafts, setDrafts] = useState(() => listOwnDrafts(user.id));
  const reload = () => setDrafts(listOwnDrafts(user.id));
  useEffect(() => onDraftsElsewhere(() => setDrafts(listOwnDrafts(user.id))), [user.id]);
  const titleOf = useThreadTitles(drafts.map(({ threadId }) => threadId));
  function discard(slot: string): void {
    const restore = discardDraft(slot);
    reload();
    const run = () => Promise.resolve(restore()).then(reload);
    showUndoToast(words.discarded, { run, done: words.restored, failureText: words.discarded });
  }
  if (drafts.length === 0)
    return (
      <>
        <EmptyState>{words.none}</EmptyState>
        <NextSteps />
      </>
    );
  return (
    <section aria-label={texts.parts.drafts}>
      <p className="muted">{words.device}</p>
      <ol role="list">
        {drafts.map((draft) => (
          <Entry
            key={draft.slot}
            draft={draft}
            title={titleOf(draft.threadId) ?? null}
            discard={() => discard(draft.slot)}
          />
        ))}
      </ol>
    </section>
  );
}

function Entry({ draft, title, discard }: { draft: OwnDraft; title: string | null; discard: () => void }) {
  const { kind, text } = draft;
  const to = useAddress(draft);
  const [firstLine = '', ...lines] = text.split('\n');
  const isTitled = kind === 'thread' || (kind === 'edit' && draft.postId === null);
  const copy = () =>
    void copyText(text).then(
      () => showToast(ofEditor.copied),
      () => showError(ofEditor.notCopied),
    );
  const heading = isTitled
    ? firstLine || words[kind]
    : title === null
      ? words[kind]
      : `${words[kind]} ${words.inThread(title)}`;
  const content = isTitled ? lines.join(' ') : text;
  return (
    <PostEntry
      to={to}
      title={heading}
      preview={content.length > maxPreviewCharacters ? `${content.slice(0, maxPreviewCharacters)}…` : content}
      actions={
        <>
          <Button kind="quiet" onClick={copy}>
            {words.copy}
          </Button>
          <Button kind="quiet" onClick={discard}>
            {words.discard}
          </Button>
        </>
      }
    >
      {isTitled && words[kind]}
    </PostEntry>
  );
}

function useAddress({ kind, threadId, postId, placeId, wallOwnerId, wallPostId }: OwnDraft): string | null {
  const sections = useSections((state) => state.sections);
  const { body: wallOwner } = useResponse<UserName>(wallOwnerId === null ? null : `/forums/users/${wallOwnerId}`);
  if (wallOwner) {
    const { username } = wallOwner;
    return wallPostId === null ? linkTo('profile', { username }) : linkToWallPost(username, wallPostId);
  }
  if (threadId !== null) return postId === null ? linkToThread(threadId) : linkToPost(threadId, postId);
  if (kind !== 'thread') return null;
  if (placeId === null) return linkTo('newThread');
  const place = (sections ?? [])
    .flatMap(listPlacesIn)
    .find(({ section, subsection }) => (subsection ?? section).id === placeId);
  return place ? linkToNewThread(place) : null;
}
