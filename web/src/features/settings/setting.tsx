import { useId, type ReactNode } from 'react';
import { identifierInput, TextField } from '../../ui/field.js';
import { PasswordField } from '../../ui/form/password-field.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

interface SettingProps {
  title: string;
  lead?: string;
  state?: ReactNode;
  children?: ReactNode;
}

export function Setting({ title, lead, state, children }: SettingProps) {
  const id = useId();
  return (
    <section className={styles['setting']} aria-labelledby={id}>
      <div className="row gap-8-12">
        <h2 id={id}>{title}</h2>
        {state}
      </div>
      {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
      {children}
    </section>
  );
}

export function OwnPassword({ label = texts.ownPassword, name = 'password' }: { label?: string; name?: string }) {
  return <PasswordField label={label} name={name} autoComplete="current-password" />;
}

export function CodeField() {
  return (
    <TextField
      label={texts.code}
      hint={texts.codeHint}
      name="code"
      autoComplete="one-time-code"
      {...identifierInput}
      maxLength={64}
      required
    />
  );
}

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // The browser reads the blob only after the click.
}
