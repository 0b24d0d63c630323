import { useSession } from '../../../shared/state/session.js';
import { texts } from '../reactions/texts.js';
import { useRights } from '../state/use-rights.js';

/** Why the person may not react in the open thread; null where they may, or while that is not known. */
export function useReactReason(): string | null {
  const guest = useSession((state) => state.user === null);
  const { known, may } = useRights();
  if (guest) return texts.loginFirst;
  return !known || may('react') ? null : texts.mayNot;
}
