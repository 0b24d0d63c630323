/** The texts of the number of open reports. */
export const texts = {
  tip: 'Reports',
  none: 'Open reports',
  some: (count: number) => `Open reports: ${count}`,
  open: (count: number) => `${count} open`,
  /** More are counted, but not shown. */
  short: (count: number) => (count > 99 ? '99+' : String(count)),
} as const;
