import type { PlayerRow } from '@guildhall/domain/wire/schemas/games/accounts.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useState, type RefObject } from 'react';
import { send } from '../../../shared/api/api.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { normalizeReason, ReasonField } from '../../../ui/form/reason-field.js';
import { BanLengthField, formatBanned, useBanLength } from '../shared/ban-length-field.js';
import { withUndo } from '../shared/undo-actions.js';
import { texts } from './texts.js';

interface PlayerBanDialogProps {
  row: PlayerRow;
  back: RefObject<HTMLElement | null>;
  close: () => void;
  reload: () => Promise<unknown>;
}

/** Bans the player, or ends their ban if they have one. */
export function PlayerBanDialog({ row, back, close, reload }: PlayerBanDialogProps) {
  const { id, name, member, ban } = row;
  const banLength = useBanLength();
  const [typedReason, setTypedReason] = useState('');
  const mutation = useMutation(texts.failed, { onStale: reload });
  const reason = normalizeReason(typedReason);
  function submit() {
    const until = ban ? null : banLength.getEnd();
    const [action, body] = ban ? ['unban', { reason }] : ['ban', { reason, until }];
    const sentence = ban ? texts.unbanned : formatBanned(until);
    void mutation.run([id, action, banLength.choice, reason], async (key) => {
      const response = send<WriteResponse>('POST', `/admin/game-accounts/${id}/${action}`, key, body);
      await withUndo(response, texts.done(name, sentence), reload);
      close();
    });
  }
  const words = ban
    ? { title: texts.unbanTitle(name), body: member ? texts.unbanBodyLinked(member.username) : texts.unbanBody }
    : { title: texts.banTitle(name), body: member ? texts.banBodyLinked(member.username) : texts.banBody };
  return (
    <Dialog {...words} open close={close} back={back}>
      <MutationForm
        mutation={mutation}
        submit={submit}
        name={ban ? texts.unban : texts.ban}
        busyName={ban ? texts.unbanning : texts.banning}
        {...(!ban && { kind: 'danger', missing: banLength.missing })}
        cancel={close}
      >
        {!ban && <BanLengthField {...banLength} />}
        <ReasonField hint={ban ? texts.auditHint : texts.reasonHint} value={typedReason} change={setTypedReason} />
      </MutationForm>
    </Dialog>
  );
}
