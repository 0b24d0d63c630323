import { conflictRules, gameLimits, serverEditions } from '@guildhall/domain/games/limits.js';
import { adminRole } from '@guildhall/domain/roles.js';
import { toModeKey, offeredModes } from '@guildhall/domain/status/game-modes.js';
import type { GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { SettingsResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useId, useState, type RefObject } from 'react';
import { useResponse } from '../../../queries/use-response.js';
import { send } from '../../../shared/api/api.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { TextArea, TextField } from '../../../ui/field.js';
import { CheckboxField } from '../../../ui/fields/checkbox-field.js';
import { SelectField } from '../../../ui/fields/select-field.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { useRoles } from '../shared/role-list.js';
import { pickFields, readRanks, writeRanks, type ServerFields } from './server-fields.js';
import { texts } from './texts.js';

interface ServerDialogProps {
  /** Null for a new server. */
  row: GameServerRow | null;
  back: RefObject<HTMLElement | null>;
  close: () => void;
  reload: () => Promise<unknown>;
}

/** Waits for the roles because ranks are shown with their names. */
export function ServerDialog(props: ServerDialogProps) {
  const { body: roles } = useRoles();
  return roles && <ServerForm {...props} roles={roles} />;
}

function ServerForm({ row, roles, back, close, reload }: ServerDialogProps & { roles: readonly RoleRow[] }) {
  const [fields, setFields] = useState(() => pickFields(row));
  const [rankLines, setRankLines] = useState(() => writeRanks(row?.ranks ?? [], roles));
  const mutation = useMutation(texts.notSaved, { onStale: reload });
  const change = (changes: Partial<ServerFields>) => setFields({ ...fields, ...changes });
  const parsedRanks = readRanks(rankLines, roles);
  const missingField =
    fields.name.trim() === ''
      ? texts.nameRequired
      : 'invalid' in parsedRanks
        ? texts.rankInvalid(parsedRanks.invalid)
        : null;
  const save = () => {
    const body = { ...fields, name: fields.name.trim(), ...('ranks' in parsedRanks && { ranks: parsedRanks.ranks }) };
    void mutation.run(body, async (key) => {
      await (row
        ? send<WriteResponse>('PUT', `/admin/game-servers/${row.id}`, key, body, row.version)
        : send<WriteResponse>('POST', '/admin/game-servers', key, body));
      await reload();
      close();
    });
  };
  return (
    <Dialog title={row ? texts.editTitle(row.name) : texts.addTitle} open close={close} back={back}>
      <MutationForm
        mutation={mutation}
        submit={save}
        name={texts.save}
        busyName={texts.saving}
        missing={missingField}
        cancel={close}
      >
        <ServerIdentity fields={fields} change={change} />
        <TextArea
          label={texts.ranks}
          hint={'invalid' in parsedRanks ? texts.rankInvalid(parsedRanks.invalid) : texts.ranksHint}
          value={rankLines}
          rows={3}
          spellCheck={false}
          onChange={(event) => setRankLines(event.target.value)}
        />
        <SelectField
          label={texts.highestRole}
          hint={texts.highestRoleHint}
          value={String(fields.highest_role_id)}
          choose={(id) => change({ highest_role_id: Number(id) })}
          options={roles
            .filter(({ id }) => id !== adminRole.id)
            .map(({ id, display_name }) => ({ value: String(id), name: display_name }))}
        />
        <ServerRules fields={fields} change={change} />
      </MutationForm>
    </Dialog>
  );
}

interface FieldsProps {
  fields: ServerFields;
  change: (changes: Partial<ServerFields>) => void;
}

function ServerIdentity({ fields, change }: FieldsProps) {
  const statusModes = useResponse<SettingsResponse>('/admin/settings').body?.status_modes ?? [];
  const modes = [
    ...offeredModes,
    ...statusModes.map(({ mode }) => mode),
    ...(fields.mode === null ? [] : [fields.mode]),
  ];
  const modesByKey = new Map(modes.map((mode) => [toModeKey(mode), mode]));
  return (
    <>
      <TextField
        label={texts.name}
        value={fields.name}
        maxLength={gameLimits.serverName.max}
        autoComplete="off"
        required
        onChange={(event) => change({ name: event.target.value })}
      />
      <SelectField
        label={texts.mode}
        hint={texts.modeHint}
        value={fields.mode ?? ''}
        choose={(mode) => change({ mode: mode || null })}
        options={[
          { value: '', name: texts.noMode },
          ...[...modesByKey.values()].map((mode) => ({ value: mode, name: mode })),
        ]}
      />
      <TextField
        label={texts.address}
        hint={texts.addressHint}
        value={fields.address}
        maxLength={260}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ address: event.target.value })}
      />
      <SelectField
        label={texts.edition}
        value={fields.edition}
        choose={(edition) => change({ edition })}
        options={serverEditions.map((value) => ({ value, name: texts.editions[value] }))}
      />
    </>
  );
}

const templateNames = ['ban', 'unban', 'rank_add', 'rank_remove'] as const;
const ruleOptions = conflictRules.map((value) => ({ value, name: texts.conflictRules[value] }));

function ServerRules({ fields, change }: FieldsProps) {
  const { conflicts, templates } = fields;
  const hintId = useId();
  return (
    <>
      <CheckboxField
        label={texts.bansOnSite}
        hint={texts.bansOnSiteHint}
        checked={fields.bans_on_site}
        change={(bans_on_site) => change({ bans_on_site })}
      />
      <SelectField
        label={texts.banConflicts}
        hint={texts.conflictsHint}
        value={conflicts.bans}
        choose={(bans) => change({ conflicts: { ...conflicts, bans } })}
        options={ruleOptions}
      />
      <SelectField
        label={texts.rankConflicts}
        value={conflicts.ranks}
        choose={(ranks) => change({ conflicts: { ...conflicts, ranks } })}
        options={ruleOptions}
      />
      <fieldset className="grid gap-12 shrinkable" aria-describedby={hintId}>
        <legend className="label">{texts.commands}</legend>
        <p id={hintId} className="muted">
          {texts.commandsHint}
        </p>
        {templateNames.map((name) => (
          <TextField
            key={name}
            label={texts.templates[name]}
            value={templates[name]}
            maxLength={gameLimits.template.max}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ templates: { ...templates, [name]: event.target.value } })}
          />
        ))}
      </fieldset>
    </>
  );
}
