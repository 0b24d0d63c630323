import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { ButtonLink } from '../../ui/button.js';
import { texts } from './texts.js';
import { LostDrafts } from '../../ui/editor/copy-text.js';

/**
 * Replaces a place that the person was viewing and may no longer see; any thread that they were writing there stays.
 */
export function PlaceGone({ id }: { id: number }) {
  usePageTitle(texts.gone);
  return (
    <div className="gone">
      <div className="gone" role="status">
        <h1>{texts.gone}</h1>
        <p className="color-muted">{texts.goneBody}</p>
      </div>
      <LostDrafts names={[`new.${id}`]} />
      <ButtonLink kind="primary" to={linkTo('forums')}>
        {texts.toForums}
      </ButtonLink>
    </div>
  );
}
