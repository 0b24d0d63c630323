import { keyLimits } from '@guildhall/domain/key-scopes.js';
import { memberRole } from '@guildhall/domain/roles.js';
import type { GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import { useState, type RefObject } from 'react';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { TextField } from '../../../ui/field.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { CreatedKeyDialog, ReadOnlyText, useKeyCreation } from '../shared/key-creation.js';
import { texts } from './texts.js';

/** Enough for a plugin that fetches announcements for hundreds of players. */
const callsPerMinute = 600;

interface ServerKeyDialogProps {
  row: GameServerRow;
  back: RefObject<HTMLElement | null>;
  close: () => void;
}

export function ServerKeyDialog({ row, back, close }: ServerKeyDialogProps) {
  const [name, setName] = useState(row.name);
  const { secret, mutation, create, closeUnlessBusy } = useKeyCreation({ failureText: texts.keyNotCreated, close });
  if (secret !== null)
    return (
      <CreatedKeyDialog title={texts.copyTitle(row.name)} body={texts.copyBody} {...{ secret, back, close }}>
        <ReadOnlyText label={texts.plugin} hint={texts.pluginHint} value={composePluginLines(secret)} rows={10} />
      </CreatedKeyDialog>
    );
  const submit = () => {
    const fields = { name: name.trim(), role_id: memberRole.id, scopes: ['game'], game_server_id: row.id };
    create({ ...fields, calls_per_minute: callsPerMinute });
  };
  return (
    <Dialog title={texts.keyTitle(row.name)} body={texts.keyBody} open close={closeUnlessBusy} back={back}>
      <MutationForm
        mutation={mutation}
        submit={submit}
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

/** The ids are always 1 because the key identifies the calling server. */
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
