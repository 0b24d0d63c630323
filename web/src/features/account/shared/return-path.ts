import { linkTo } from '../../../shared/paths.js';
import { useLocation } from '../../../shared/router.js';

/** The page on which a person was asked to log in; home for all others. */
export function useReturnPath(): string {
  const state: unknown = useLocation().state;
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : linkTo('home');
}
