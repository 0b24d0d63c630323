import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { setText } from '../editor/insert-text.js';
import field from '../field.module.css';
import { withAlt } from './picture-text.js';
import { texts } from './texts.js';

const hidingEvents = ['pagehide', 'visibilitychange'];
const maxAltLength = 300;

interface AltFieldProps {
  number: number;
  id: string;
  alt: string;
  area: RefObject<HTMLTextAreaElement | null>;
  change: (text: string) => void;
}

/**
 * Changes the text only when the member leaves the field. The browser can undo a change only if the text has focus,
 * and moving the focus at every letter would interrupt a phone's keyboard.
 */
export function AltField({ number, id, alt, area, change }: AltFieldProps) {
  const [typedText, setTypedText] = useState<string | null>(null);
  const save = (focus: EventTarget | null) => {
    setTypedText(null);
    if (typedText !== null && area.current)
      setText(area.current, withAlt(area.current.value, id, alt, typedText), focus instanceof Element ? focus : null);
  };
  const saveWithoutFocus = useEffectEvent((field: HTMLTextAreaElement | null) => {
    if (typedText === null || !field) return;
    const text = withAlt(field.value, id, alt, typedText);
    if (text !== field.value) change(text);
  });
  useEffect(() => {
    const field = area.current;
    const listener = ({ type }: Event) => (type === 'pagehide' || document.hidden) && saveWithoutFocus(field);
    // Runs before the draft is saved. A phone may discard a hidden page without `pagehide`.
    for (const type of hidingEvents) addEventListener(type, listener, { capture: true });
    return () => {
      for (const type of hidingEvents) removeEventListener(type, listener, { capture: true });
    };
  }, [area]);
  // Layout effects clean up before the form's own effects, which save the draft and forget its version.
  useLayoutEffect(() => {
    const field = area.current;
    return () => saveWithoutFocus(field);
  }, [area]);
  return (
    <input
      className={field['input']}
      aria-label={texts.altOf(number)}
      placeholder={texts.alt}
      maxLength={maxAltLength}
      value={typedText ?? alt}
      onChange={({ target }) => setTypedText(target.value)}
      // If another window took the focus, the field will get it back.
      onBlur={({ target, relatedTarget }) => document.activeElement !== target && save(relatedTarget)}
      onKeyDown={(event) => {
        if (!['Enter', 'Escape'].includes(event.key) || event.nativeEvent.isComposing) return;
        // Escape may close the form.
        flushSync(() => save(event.currentTarget));
        // Enter alone would submit the form.
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
      }}
    />
  );
}
