import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { utc, type PlotData } from './series.js';

export interface PlotColours {
  stroke: string;
  fill?: string;
}

interface PlotOptions {
  data: PlotData;
  looks: readonly PlotColours[];
  kind: 'line' | 'bars';
  onPoint: (index: number | null) => void;
}

const height = 240;
const font = '12px "Inter Variable", system-ui, sans-serif';
const daySeconds = 86_400;

const readColour = (variable: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(variable).trim();

/** Redraws the plot when the theme or the width of `box` changes. @returns a function that removes the plot */
export function drawPlot(box: HTMLElement, options: PlotOptions): () => void {
  const { times, series } = options.data;
  const seconds = times.map((time) => time.getTime() / 1_000);
  const plot = new UPlot(
    buildPlotOptions(box.clientWidth, options),
    [seconds, ...series.map(({ values }) => values)],
    box,
  );
  const sizes = new ResizeObserver(() => {
    if (box.clientWidth > 0 && box.clientWidth !== plot.width) plot.setSize({ width: box.clientWidth, height });
  });
  sizes.observe(box);
  const unfollow = watchColourScheme(() => plot.redraw(false, true));
  return () => {
    unfollow();
    sizes.disconnect();
    plot.destroy();
  };
}

function buildPlotOptions(width: number, { data, looks, kind, onPoint }: PlotOptions): UPlot.Options {
  const readInk = () => readColour('--color-text-faint');
  const grid = { stroke: () => readColour('--color-border'), width: 1 };
  const axis = { stroke: readInk, font, grid, ticks: { show: false } };
  const paths = kind === 'bars' ? UPlot.paths.bars?.({ size: [0.7, 28] }) : undefined;
  return {
    width,
    height,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), 'UTC'),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 8 } },
    scales: { y: { range: (_, __, most) => [0, Math.max(4, most * 1.1)] } },
    axes: [
      { ...axis, size: 30, space: 90, values: (_, splits) => formatTimes(splits) },
      { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000] },
    ],
    series: [
      {},
      ...data.series.map(({ name }, index): UPlot.Series => {
        const { stroke, fill } = looks[index] ?? { stroke: '--color-chart-line' };
        return {
          label: name,
          stroke: () => readColour(stroke),
          width: kind === 'bars' ? 0 : 2,
          points: { show: false },
          ...(fill ? { fill: () => readColour(fill) } : {}),
          ...(paths ? { paths } : {}),
        };
      }),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  };
}

/** Returns clock times for ranges within a day, and dates otherwise. Both are in UTC, like the ticks. */
function formatTimes(splits: readonly number[]): string[] {
  const [first = 0, second = 0] = splits;
  const now = new Date();
  return splits.map((split) => {
    const date = new Date(split * 1_000);
    if (second - first >= daySeconds) return utc.shortDate(date, now).split(',')[0] ?? utc.dateOnly(date);
    return utc.clock(date);
  });
}

function watchColourScheme(onChanged: () => void): () => void {
  const scheduleRedraw = () => requestAnimationFrame(onChanged);
  const onLoad = (event: Event) => {
    if (event.target instanceof HTMLLinkElement) scheduleRedraw();
  };
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) => matchMedia(query));
  document.addEventListener('load', onLoad, true);
  for (const query of queries) query.addEventListener('change', scheduleRedraw);
  return () => {
    document.removeEventListener('load', onLoad, true);
    for (const query of queries) query.removeEventListener('change', scheduleRedraw);
  };
}
