const grouped = (count: number) => count.toLocaleString('en');

export const texts = {
  label: 'Table pages',
  rows: (from: number, to: number, total: number) =>
    total === 0 ? 'No rows' : `${grouped(from)}–${grouped(to)} of ${grouped(total)}`,
  page: (page: number, last: number) => `Page ${grouped(page)} of ${grouped(last)}`,
  previous: 'Previous',
  next: 'Next',
} as const;
