import { can } from '@guildhall/domain/permissions.js';
import { useState } from 'react';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { getPlaceKey } from '../../shared/reading/counts.js';
import {
  getPlaceRow,
  disallowsDirectThreads,
  listPlacesIn,
  useSections,
  type Place,
} from '../../shared/state/sections.js';
import { useActor } from '../../shared/state/session.js';
import { Field } from '../field.js';
import field from '../field.module.css';
import { MutationForm } from '../form/mutation-form.js';
import { ReasonField, normalizeReason } from '../form/reason-field.js';
import { Dialog } from './dialog.js';
import { texts } from './texts.js';

export interface Destination {
  sectionId: number;
  subsectionId: number | null;
  reason: string | undefined;
}

interface MoveDialogProps {
  title: string;
  body: string;
  from: { section_id: number; subsection_id: number | null };
  failureText: string;
  move: (to: Destination & { name: string }, key: string) => Promise<unknown>;
  close: () => void;
}

export function MoveDialog({ title, body, from, failureText, move, close }: MoveDialogProps) {
  const places = usePlaces(from);
  const [selectedPlace, setSelected] = useState('');
  const [reason, setReason] = useState('');
  const mutation = useMutation(failureText);

  async function submit() {
    const place = places.find((candidate) => buildKey(candidate) === selectedPlace);
    if (!place) return mutation.setFault(texts.chooseFirst);
    const ids = { sectionId: place.section.id, subsectionId: place.subsection?.id ?? null };
    const to = { ...ids, reason: normalizeReason(reason), name: getPlaceRow(place).display_name };
    if (await mutation.run(to, (key) => move(to, key))) close();
  }

  return (
    <Dialog title={title} body={body} open close={close}>
      <MutationForm
        mutation={mutation}
        submit={submit}
        name={texts.move}
        busyName={texts.moving}
        cancel={close}
        noValidate
      >
        <PlaceChoice places={places} selectedKey={selectedPlace} choose={setSelected} />
        <ReasonField value={reason} change={setReason} />
      </MutationForm>
    </Dialog>
  );
}

interface PlaceChoiceProps {
  places: Place[];
  selectedKey: string;
  choose: (key: string) => void;
}

function PlaceChoice({ places, selectedKey, choose }: PlaceChoiceProps) {
  const sections = [...new Map(places.map(({ section }) => [section.id, section])).values()];
  return (
    <Field label={texts.moveTo}>
      {(inputProps) => (
        <select
          {...inputProps}
          className={field['input']}
          value={selectedKey}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{texts.choosePlace}</option>
          {sections.map((section) => (
            <optgroup key={section.id} label={section.display_name}>
              {places
                .filter((place) => place.section.id === section.id)
                .map((place) => (
                  <option key={buildKey(place)} value={buildKey(place)}>
                    {getPlaceRow(place).display_name}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}

const buildKey = ({ section, subsection }: Place): string => getPlaceKey(section.id, subsection?.id ?? null);

function usePlaces(from: MoveDialogProps['from']): Place[] {
  const actor = useActor();
  const sections = useSections((state) => state.sections) ?? [];
  return sections.flatMap(listPlacesIn).filter((place) => {
    const isCurrent = place.section.id === from.section_id && (place.subsection?.id ?? null) === from.subsection_id;
    const destination = getPlaceRow(place).can;
    return (
      !isCurrent && !disallowsDirectThreads(place) && can(actor, 'move-thread', { flags: destination, destination })
    );
  });
}
