import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from '../shared/router.js';

interface DisclosureProps {
  label: ReactNode;
  name?: string;
  className: string | undefined;
  buttonClassName: string | undefined;
  children: ReactNode;
}

/** This is a disclosure rather than a menu because its entries are links. Closes on Escape, blur and navigation. */
export function Disclosure({ label, name, className, buttonClassName, children }: DisclosureProps) {
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const { key } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = openedAt === key;

  useEffect(() => {
    if (!open) return;
    const closeOnOutsideEvent = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpenedAt(null);
    };
    document.addEventListener('pointerdown', closeOnOutsideEvent);
    document.addEventListener('focusin', closeOnOutsideEvent);
    return () => {
      document.removeEventListener('pointerdown', closeOnOutsideEvent);
      document.removeEventListener('focusin', closeOnOutsideEvent);
    };
  }, [open]);

  return (
    <div
      ref={box}
      className={className}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpenedAt(null);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className={buttonClassName}
        aria-expanded={open}
        aria-label={name}
        onClick={() => setOpenedAt(open ? null : key)}
      >
        {label}
      </button>
      {open && children}
    </div>
  );
}
