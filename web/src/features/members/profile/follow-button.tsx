import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Button } from '../../../ui/button.js';
import { useProfile } from './state/store.js';
import { texts } from './state/texts.js';
import { follow } from './state/actions.js';

interface FollowButtonProps {
  mayFollow: boolean;
  /** Receives the reason for a failure; null on success. */
  said: (fault: string | null) => void;
}

/** Follows the member whose profile is open, or unfollows them. */
export function FollowButton({ mayFollow, said }: FollowButtonProps) {
  const username = useProfile((state) => state.username ?? '');
  const follows = useProfile((state) => state.profile?.isFollowing ?? false);
  const { busy, run } = useMutation(texts.followFailed, { failed: said });
  async function toggle() {
    if (!mayFollow) return said(texts.loginRequired);
    if (await run([username, !follows], (key) => follow(username, !follows, key))) said(null);
  }
  return (
    <Button kind={follows ? 'secondary' : 'primary'} aria-disabled={busy} onClick={() => void toggle()}>
      {follows ? texts.unfollow : texts.follow}
    </Button>
  );
}
