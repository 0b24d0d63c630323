import { can } from '@guildhall/domain/permissions.js';
import { useEffect } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { useActor } from '../../shared/state/session.js';
import { useSite } from '../../shared/state/site.js';
import { buttonClass, ButtonLink } from '../../ui/button.js';
import { texts as siteTexts } from './texts.js';

const texts = siteTexts.shop;

export function ShopPage() {
  const link = useSite((site) => site.store_link);
  const known = useSite((site) => site.pos !== null);
  usePageTitle(texts.title);
  return (
    <div className="gone gap-12">
      <h1>{texts.title}</h1>
      {known && (link === '' ? <NoShop /> : <ShopLink link={link} />)}
    </div>
  );
}

function ShopLink({ link }: { link: string }) {
  // Replaces the history entry, so that the back button skips this page.
  useEffect(() => location.replace(link), [link]);
  return (
    <>
      <p role="status">{texts.leading}</p>
      <p className="color-muted margin-bottom-8">{texts.at(new URL(link).host)}</p>
      <a href={link} rel="noreferrer" className={buttonClass('primary')}>
        {texts.open}
      </a>
    </>
  );
}

function NoShop() {
  const maySet = can(useActor(), 'manage-settings');
  return (
    <>
      <p>{texts.none}</p>
      <p className="color-muted margin-bottom-8">{texts.noneBody}</p>
      {maySet ? (
        <ButtonLink kind="primary" to={linkTo('adminSettings')}>
          {texts.set}
        </ButtonLink>
      ) : (
        <ButtonLink kind="primary" to={linkTo('home')}>
          {texts.home}
        </ButtonLink>
      )}
    </>
  );
}
