import { isDark } from '@guildhall/domain/theme/colour.js';
import type { ThemeVariables } from '@guildhall/domain/theme/css.js';
import { getSiteLetter } from '@guildhall/domain/theme/site-icons.js';
import { useEffect, useRef } from 'react';
import { useSite } from '../../../shared/state/site.js';
import { getButtonClass } from '../../../ui/button.js';
import { SelectFilter } from '../../../ui/fields/select-field.js';
import { Avatar, RoleBadge } from '../../../ui/member.js';
import table from '../../../ui/table/table.module.css';
import { preview, useColours, useEditor, usePreviewedColours, type PreviewChoice } from './store.js';
import { useLogoVisible } from './use-logo-visible.js';
import styles from './preview.module.css';
import { texts } from './texts.js';

const previewTexts = texts.preview;
const choices: readonly PreviewChoice[] = ['visitors', 'dark', 'light', 'high-contrast'];

/** Sets the colours only on this element so that the rest of the site is unaffected. */
export function Preview() {
  const box = useRef<HTMLDivElement>(null);
  const choice = useEditor((state) => state.previewChoice);
  const followsSystem = useSite((site) => site.default_appearance === 'system');
  const colours = useColours(usePreviewedColours());
  useEffect(() => {
    for (const [name, value] of Object.entries(colours)) box.current?.style.setProperty(name, value);
  }, [colours]);
  return (
    <section aria-label={previewTexts.title}>
      <div className="row spread">
        <h2>{previewTexts.title}</h2>
        <SelectFilter
          label={previewTexts.appearance}
          value={choice}
          choose={preview}
          options={choices.map((value) => ({ value, name: texts.appearances[value] }))}
        />
      </div>
      {choice === 'visitors' && followsSystem && <p className="hint">{previewTexts.system}</p>}
      {/* The preview only depicts the site, so it is inert and hidden from screen readers. */}
      <div ref={box} className={`framed-strong text-14 color-text ${styles['box']}`} inert>
        <PreviewHead colours={colours} />
        <div className="stack padding-16">
          <strong className="text-18">{previewTexts.heading}</strong>
          <p className="muted">{previewTexts.facts}</p>
          <PreviewPost />
          <PreviewControls />
          <PreviewTable />
        </div>
        <div className={`border-top padding-8-12 ${styles['footer']}`}>{previewTexts.faint}</div>
      </div>
    </section>
  );
}

function PreviewHead({ colours }: { colours: ThemeVariables }) {
  const [firstEntry, ...otherEntries] = previewTexts.nav;
  const { name, logo: darkLogo, light_logo: lightLogo } = useSite();
  const logo = isDark(colours['--color-bg'] ?? '') ? (darkLogo ?? lightLogo) : (lightLogo ?? darkLogo);
  const isVisible = useLogoVisible(logo, colours['--color-header'] ?? '');
  return (
    <div className={`row padding-8-12 ${styles['header']}`}>
      {logo !== null && isVisible ? (
        <img src={logo} className={styles['logo']} width={96} height={26} alt={name} />
      ) : (
        <>
          <span className={`centred text-13 bold rounded-small ${styles['mark']}`}>{getSiteLetter(name)}</span>
          <strong className={`color-text ellipsis ${styles['site']}`}>{name}</strong>
        </>
      )}
      <span className={`color-text rounded ${styles['active']}`}>{firstEntry}</span>
      {otherEntries.map((name) => (
        <span key={name}>{name}</span>
      ))}
      <span className={`push-end ${styles['live']}`}>{previewTexts.playing}</span>
    </div>
  );
}

function PreviewPost() {
  const [author = ''] = previewTexts.names;
  return (
    <div className={`stack border-top ${styles['post']}`}>
      <Avatar name={author} url={null} />
      <div className="stack">
        <p className="row">
          <strong>{author}</strong>
          <RoleBadge role={previewTexts.admin} />
          <RoleBadge role={previewTexts.staff} />
          <span className="faint">{previewTexts.faint}</span>
        </p>
        <div className="prose">
          <p>
            {previewTexts.text} <u className="color-link">{previewTexts.link}</u>.
          </p>
          <blockquote>{previewTexts.quote}</blockquote>
          <p>
            <code>{previewTexts.code}</code> <span className={styles['selected']}>{previewTexts.selected}</span>
          </p>
        </div>
      </div>
    </div>
  );
}

function PreviewControls() {
  return (
    <>
      <div className={`field-box padding-8-12 ${styles['field']}`}>{previewTexts.placeholder}</div>
      <div className="row">
        <span className={`${getButtonClass('primary')} ${styles['focused']}`}>{previewTexts.primary}</span>
        <span className={getButtonClass('secondary')}>{previewTexts.secondary}</span>
        <span className={getButtonClass('danger')}>{previewTexts.danger}</span>
        <span className="badge">{previewTexts.live}</span>
      </div>
      <div className={`row ${styles['notices']}`}>
        {(['success', 'warning', 'danger', 'info'] as const).map((kind, index) => (
          <span key={kind} className={`bg-raised rounded-small padding-8-12 color-${kind}`}>
            {previewTexts.notices[index]}
          </span>
        ))}
      </div>
    </>
  );
}

function PreviewTable() {
  const [name, posts] = previewTexts.rows;
  return (
    <div className={`card ${table['tableBox']}`}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th>{name}</th>
            <th>{posts}</th>
          </tr>
        </thead>
        <tbody>
          <tr className={styles['hovered']}>
            <td>{previewTexts.names[1]}</td>
            <td className="color-added">{previewTexts.diff[0]}</td>
          </tr>
          <tr>
            <td>{previewTexts.names[2]}</td>
            <td className="color-removed">{previewTexts.diff[1]}</td>
          </tr>
        </tbody>
      </table>
      <p className="row padding-12">
        {previewTexts.names.map((person) => (
          <Avatar key={person} name={person} url={null} />
        ))}
        <span className={styles['chart']} />
        <span className={styles['skeleton']} />
      </p>
    </div>
  );
}
