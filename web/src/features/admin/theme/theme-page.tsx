import { Tabs } from '@base-ui/react/tabs';
import { useEffect } from 'react';
import { useSite } from '../../../shared/state/site.js';
import { LoadError } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { linkTo } from '../../../shared/paths.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { useUnsaved } from '../shared/use-unsaved.js';
import { ColourGroups, ContrastList } from './colour-groups.js';
import { History } from './history.js';
import { LogoForms } from './logo-form.js';
import { Preview } from './preview.js';
import { hasChanges, loadThemes, useEditor } from './store.js';
import { TextView } from './text-view.js';
import { ThemeBar } from './theme-bar.js';
import tabStyles from '../../../ui/tabs.module.css';
import styles from './theme.module.css';
import { texts } from './texts.js';

const tabs = [
  { value: 'colours', name: texts.tabs.colours, Panel: ColourGroups },
  { value: 'text', name: texts.tabs.text, Panel: TextView },
  { value: 'history', name: texts.tabs.history, Panel: History },
  { value: 'logo', name: texts.tabs.logo, Panel: LogoForms },
] as const;

export function ThemeEditorPage() {
  const themes = useEditor((state) => state.themes);
  const hasFailed = useEditor((state) => state.failed);
  const isDirty = useEditor(hasChanges);
  const changedAt = useSite((site) => site.pos);
  useEffect(() => void loadThemes(), [changedAt]);
  useUnsaved('theme', isDirty, texts.left, linkTo('adminTheme'));
  return (
    <>
      <PageHead title={texts.title} body={texts.lead} />
      {!themes && (hasFailed ? <LoadError retry={() => void loadThemes()} /> : <Skeleton width="100%" height={600} />)}
      {themes && (
        <>
          <ThemeBar />
          <div className={`grid gap-24 align-start ${styles['columns']}`}>
            <Tabs.Root defaultValue="colours" className="shrinkable">
              <Tabs.List className={tabStyles['tabs']} aria-label={texts.tabs.label}>
                {tabs.map(({ value, name }) => (
                  <Tabs.Tab key={value} value={value} className={tabStyles['tab']}>
                    {name}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {tabs.map(({ value, Panel }) => (
                <Tabs.Panel key={value} value={value} className={styles['panel']}>
                  <Panel />
                </Tabs.Panel>
              ))}
            </Tabs.Root>
            <div className={`grid ${styles['previewColumn']}`}>
              <Preview />
              <ContrastList />
            </div>
          </div>
        </>
      )}
    </>
  );
}
