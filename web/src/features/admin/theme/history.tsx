import { parseTheme } from '@guildhall/domain/theme/css.js';
import type { ThemeHistoryRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { deriveColours } from '@guildhall/domain/theme/theme-colours.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import type { ListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { MoreButton } from '../../../ui/loading/more-button.js';
import { Button } from '../../../ui/button.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { When } from '../../../ui/time/when.js';
import { restoreVersion } from './actions.js';
import { Dot } from './colour-groups.js';
import styles from './theme.module.css';
import { texts } from './texts.js';

const history: ListKind<ThemeHistoryRow, ThemeHistoryRow[]> = {
  getRows: (rows) => rows,
  getKey: (row) => row.revision,
  size: 20,
  most: 100,
};
const shownColours = ['bg', 'bg-raised', 'text', 'accent', 'link'].map((name) => `--color-${name}`);

function describeEntry({ what, name, logo }: ThemeHistoryRow): string {
  if (what === 'logo') return logo === null ? texts.history.noLogo : texts.history.logo;
  if (what === 'light logo') return logo === null ? texts.history.noLightLogo : texts.history.lightLogo;
  return texts.history[what](name ?? '');
}

export function History() {
  const { fault, run } = useMutation(texts.history.failed);
  const list = usePagedList(history, '/forums/themes/history');
  const { rows, status, reload } = list;
  if (status === 'failed') return <LoadError retry={() => void reload()} />;
  if (status === 'loading' && rows.length === 0) return <Skeleton width="100%" height={320} />;
  if (rows.length === 0) return <EmptyState>{texts.history.empty}</EmptyState>;
  const restore = (row: ThemeHistoryRow) =>
    void run(row.revision, (key) => restoreVersion(row.revision, describeEntry(row), key));
  return (
    <>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <ul role="list">
        {rows.map((row) => (
          <li key={row.revision} className="line gap-12 spread border-bottom padding-y-12 tall-buttons">
            <div>
              <p className="row gap-4-8 break-anywhere">
                {describeEntry(row)}
                {row.css !== null && <Swatches css={row.css} />}
                {row.logo !== null && <img src={row.logo} alt="" height={24} />}
              </p>
              <p className="hint">
                <When at={row.at} /> {texts.history.by(row.by?.username ?? texts.history.installation)}
              </p>
            </div>
            <Button
              kind="quiet"
              aria-label={texts.history.restoreLine(describeEntry(row), row.at)}
              onClick={() => restore(row)}
            >
              {texts.history.restore}
            </Button>
          </li>
        ))}
      </ul>
      <MoreButton list={list} name={texts.history.more} />
    </>
  );
}

function Swatches({ css }: { css: string }) {
  const colours = deriveColours(parseTheme(css));
  return (
    <span className={styles['dots']} aria-hidden="true">
      {shownColours.map((variable) => {
        const colour = colours[variable];
        return colour && <Dot key={variable} colour={colour} />;
      })}
    </span>
  );
}
