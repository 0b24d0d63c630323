const formatCount = (count: number) => count.toLocaleString('en');

export const texts = {
  scrollSideways: 'Scroll sideways to see all columns →',
  bulk: { actions: 'Actions' },
  pager: {
    label: 'Table pages',
    rows: (from: number, to: number, total: number) =>
      total === 0 ? 'No rows' : `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`,
    page: (page: number, last: number) => `Page ${formatCount(page)} of ${formatCount(last)}`,
    previous: 'Previous',
    next: 'Next',
  },
} as const;
