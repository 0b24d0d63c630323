const shapes = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  left: 'M15 6l-6 6 6 6',
  external: 'M8 16L17 7M9 7h8v8',
  search: 'M16.5 16.5L21 21M11 18a7 7 0 1 1 0-14 7 7 0 0 1 0 14z',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z',
  pin: 'M9 4h6l-1 6 3 3v2H7v-2l3-3zM12 15v6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2.2 2.2 0 0 0 4 0',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  quote: 'M10 6C6 7.2 4 10 4 14v4h6v-6H4.6M20 6c-4 1.2-6 4-6 8v4h6v-6h-5.4',
  reply: 'M10 8L5 12.5 10 17M5 12.5h8a6 6 0 0 1 6 6',
  undo: 'M9 7L4 12l5 5M4 12h11a5 5 0 0 1 0 10h-2',
  redo: 'M15 7l5 5-5 5M20 12H9a5 5 0 0 0 0 10h2',
  link: 'M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1 1M14 10a4.5 4.5 0 0 0-6.4 0l-3 3a4.5 4.5 0 0 0 6.4 6.4l1-1',
  flag: 'M6 21V4M6 5h11l-2 4 2 4H6',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  react: 'M19.5 11a8 8 0 1 1-7-7.5M9 10h.01M14.5 10h.01M8.5 14.5a4 4 0 0 0 6 0M19 2.5v6M16 5.5h6',
} as const;

export type IconName = keyof typeof shapes;

interface IconPathProps {
  path: string;
  size?: number;
  strokeWidth?: number;
}

/** Draws icons that only one lazy part of the site uses, so that the first load does not contain their shapes. */
export function IconPath({ path, size = 18, strokeWidth = 1.8 }: IconPathProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return <IconPath path={shapes[name]} size={size} strokeWidth={name === 'more' ? 3.2 : 1.8} />;
}
