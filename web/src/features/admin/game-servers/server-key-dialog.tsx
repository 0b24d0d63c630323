import { keyLimits } from '@guildhall/domain/key-scopes.js';
import { memberRole } from '@guildhall/domain/roles.js';
import type { ApiKeyCreated } from '@guildhall/domain/wire/schemas/staff/api-keys.js';
import type { GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import { useState, type RefObject } from 'react';
import { send } from '../../../shared/api/api.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogEnd } from '../../../ui/dialog/dialog.js';
import { CopyText } from '../../../ui/editor/copy-text.js';
import { TextArea, TextField } from '../../../ui/field.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { texts } from './texts.js';

/** Enough for a plugin that asks for the announcements of hundreds of players. */
const callsPerMinute = 600;

interface ServerKeyDialogProps {
  row: GameServerRow;
  back: RefObject<HTMLElement | null>;
  close: () => void;
}

export function ServerKeyDialog({ row, back, close }: ServerKeyDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const [name, setName] = useState(row.name);
  const mutation = useMutation(texts.keyNotCreated);
  if (secret !== null) return <CreatedDialog name={row.name} secret={secret} back={back} close={close} />;
  // The response of a call in progress contains the key.
  const closeUnlessBusy = () => {
    if (!mutation.busy) close();
  };
  const create = () => {
    const fields = { name: name.trim(), role_id: memberRole.id, scopes: ['game'], game_server_id: row.id };
    const body = { ...fields, calls_per_minute: callsPerMinute };
    void mutation.run(body, async (idempotencyKey) => {
      const response = await send<ApiKeyCreated>('POST', '/admin/keys', idempotencyKey, body);
      setSecret(response.body.key);
    });
  };
  return (
    <Dialog title={texts.keyTitle(row.name)} body={texts.keyBody} open close={closeUnlessBusy} back={back}>
      <MutationForm
        mutation={mutation}
        submit={create}
        name={texts.createKey}
        busyName={texts.creatingKey}
        missing={name.trim() === '' ? texts.nameRequired : null}
        cancel={closeUnlessBusy}
      >
        <TextField
          label={texts.keyName}
          value={name}
          maxLength={keyLimits.name.max}
          autoComplete="off"
          required
          onChange={(event) => setName(event.target.value)}
        />
      </MutationForm>
    </Dialog>
  );
}

/** Only the button closes the dialog, because the key is lost afterwards. */
function CreatedDialog({
  name,
  secret,
  back,
  close,
}: Omit<ServerKeyDialogProps, 'row'> & Record<'name' | 'secret', string>) {
  return (
    <Dialog title={texts.copyTitle(name)} body={texts.copyBody} open close={() => undefined} back={back} alert>
      <div className="stack gap-16">
        <ReadOnlyText label={texts.key} value={secret} rows={2} />
        <ReadOnlyText label={texts.plugin} hint={texts.pluginHint} value={composePluginLines(secret)} rows={6} />
      </div>
      <DialogEnd>
        <Button onClick={close}>{texts.done}</Button>
        <CopyText text={secret} />
      </DialogEnd>
    </Dialog>
  );
}

function ReadOnlyText(props: { label: string; hint?: string; value: string; rows: number }) {
  return <TextArea {...props} readOnly spellCheck={false} onFocus={(event) => event.target.select()} />;
}

/** The ids are always 1, because the key shows which server calls. */
const composePluginLines = (secret: string): string => `# main.yaml
api:
  url: "${location.origin}/index.php?route=/api/v2/"
  key: "${secret}"
  server-id: 1
server-data-sender:
  enabled: true
group-sync:
  enabled: true
sync-ban-to-website: true

# modules.yaml
store:
  connection-id: 1
  command-executor:
    enabled: true`;
