import { useEffect, useRef } from 'react';
import { ChoiceField } from '../../../ui/fields/choice-field.js';
import { preview, useColours, usePreviewed } from './state/store.js';
import styles from './preview.module.css';
import { texts } from './state/texts.js';

const words = texts.preview;

/** A part of the site in the tried colours: they are set on this box alone, and no one else sees them. */
export function Preview() {
  const box = useRef<HTMLDivElement>(null);
  const shown = usePreviewed();
  const colours = useColours(shown);
  useEffect(() => {
    for (const [name, value] of Object.entries(colours)) box.current?.style.setProperty(name, value);
  }, [colours]);
  return (
    <section className={styles['preview']} aria-label={words.title}>
      <h2>{words.title}</h2>
      <ChoiceField
        label={words.appearance}
        value={shown}
        choose={preview}
        options={(['dark', 'light', 'high-contrast'] as const).map((value) => ({
          value,
          name: texts.appearances[value],
        }))}
      />
      {/* A picture of the site, not a part of it: nothing in it can be used or is read out. */}
      <div ref={box} className={`framed-strong text-13 color-text ${styles['box']}`} inert>
        <PreviewHead />
        <div className="grid gap-8 padding-12">
          <p className={`text-18 ${styles['title']}`}>{words.heading}</p>
          <p className="color-muted">{words.facts}</p>
          <PreviewPost />
          <PreviewControls />
          <PreviewTable />
        </div>
        <div className={`border-top ${styles['footer']}`}>{words.faint}</div>
      </div>
    </section>
  );
}

function PreviewHead() {
  const [first, ...rest] = words.nav;
  return (
    <div className={styles['header']}>
      <span className={`rounded-small ${styles['mark']}`} />
      <strong>{words.site}</strong>
      <span className={`color-text rounded ${styles['active']}`}>{first}</span>
      {rest.map((name) => (
        <span key={name}>{name}</span>
      ))}
      <span className={`push-end ${styles['live']}`}>{words.playing}</span>
    </div>
  );
}

function PreviewPost() {
  return (
    <div className={`grid gap-8 border-top ${styles['post']}`}>
      <span className={`centred rounded ${styles['avatar']} ${styles['avatar1']}`}>M</span>
      <div>
        <p className="row gap-4-8">
          <strong>{words.names[0]}</strong>
          <span className={styles['admin']}>{words.admin}</span>
          <span className={styles['staff']}>{words.staff}</span>
          <span className="color-faint">{words.faint}</span>
        </p>
        <p>
          {words.text} <span className={`color-link ${styles['link']}`}>{words.link}</span>.
        </p>
        <p className={`color-muted rounded-small ${styles['quote']}`}>{words.quote}</p>
        <p>
          <code className={`mono rounded-small ${styles['code']}`}>{words.code}</code>{' '}
          <span className={styles['selected']}>{words.selected}</span>
        </p>
      </div>
    </div>
  );
}

function PreviewControls() {
  return (
    <>
      <div className={`field-box padding-8-12 ${styles['field']}`}>{words.placeholder}</div>
      <div className="row gap-6">
        <span className={styles['primary']}>{words.primary}</span>
        <span className={`bg-overlay ${styles['secondary']}`}>{words.secondary}</span>
        <span className={`color-danger ${styles['danger']}`}>{words.danger}</span>
        <span className={`rounded ${styles['badge']}`}>{words.live}</span>
      </div>
      <div className="row gap-6">
        {(['success', 'warning', 'error', 'info'] as const).map((kind, index) => (
          <span key={kind} className={`bg-raised rounded-small ${styles['notice']} ${styles[kind]}`}>
            {words.notices[index]}
          </span>
        ))}
      </div>
    </>
  );
}

function PreviewTable() {
  const [name, posts] = words.rows;
  return (
    <div className={`framed ${styles['table']}`}>
      <p className={`color-muted semibold ${styles['tableHead']}`}>
        <span>{name}</span>
        <span>{posts}</span>
      </p>
      <p className={styles['hovered']}>
        <span>{words.names[1]}</span>
        <span className="color-added">{words.diff[0]}</span>
      </p>
      <p>
        <span>{words.names[2]}</span>
        <span className="color-removed">{words.diff[1]}</span>
      </p>
      <p className={styles['avatars']}>
        {words.names.map((person, index) => (
          <span key={person} className={`centred rounded ${styles['avatar']} ${styles[`avatar${index + 1}`]}`}>
            {person.charAt(0)}
          </span>
        ))}
        <span className={styles['chart']} />
        <span className={`rounded-small ${styles['skeleton']}`} />
      </p>
    </div>
  );
}
