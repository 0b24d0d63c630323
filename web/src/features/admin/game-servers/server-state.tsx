import type { GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import { When } from '../../../ui/time/when.js';
import { texts } from './texts.js';

type ServerStatus = NonNullable<GameServerRow['status']>;

export function Connection({ status: { connected_since, contact_at } }: { status: ServerStatus }) {
  if (connected_since !== null)
    return (
      <>
        <span className="dot live" aria-hidden="true" />
        <span>
          {texts.connectedSince} <When at={connected_since} />
        </span>
      </>
    );
  return (
    <>
      <span className="dot unknown" aria-hidden="true" />
      {contact_at === null ? (
        <span>{texts.neverConnected}</span>
      ) : (
        <span>
          {texts.notConnected} <When at={contact_at} />
        </span>
      )}
    </>
  );
}

export const describeProgress = ({ head, acknowledged }: ServerStatus): string => texts.behind(head - acknowledged);
