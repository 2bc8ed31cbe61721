import { type ReactNode, useId } from 'react';
import { marginBeside, textWithin } from './axis.ts';
import classes from './charts.module.css';

export const CHART = { width: 880, height: 340, right: 16, top: 28, bottom: 40 } as const;

const MIN_LEFT = 68;
const GAP = 8;

/** The position of the axis, with space for its figures. */
export const leftOf = (figures: readonly string[]): number => marginBeside(figures, MIN_LEFT, GAP + 4);

type ChartFrameProps = {
  /** The image's accessible name. */
  title: string;
  /** What it shows, in a sentence; the table below it holds every figure. */
  words: string;
  yTicks: readonly { at: number; text: string }[];
  xTicks: readonly { at: number; text: string }[];
  yTitle: string;
  xTitle: string;
  children: ReactNode;
};

/** A picture with its axes. It scales with the window; its figures stay text. */
export function ChartFrame({ title, words, yTicks, xTicks, yTitle, xTitle, children }: ChartFrameProps) {
  const id = useId();
  const { width, height, right, bottom } = CHART;
  const left = leftOf(yTicks.map(({ text }) => text));
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}words`}
    >
      <title id={`${id}title`}>{title}</title>
      <desc id={`${id}words`}>{words}</desc>
      {yTicks.map(({ at, text }) => (
        <g key={text}>
          <line className={classes.rule} x1={left} x2={width - right} y1={at} y2={at} />
          <text className={classes.tick} x={left - GAP} y={at + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {xTicks.map(({ at, text }) => (
        <text
          key={`${at} ${text}`}
          className={classes.tick}
          x={textWithin(at, text, width)}
          y={height - bottom + 18}
          textAnchor="middle"
        >
          {text}
        </text>
      ))}
      <text className={classes.axisTitle} x={width - right} y={height - 4} textAnchor="end">
        {xTitle}
      </text>
      <text className={classes.axisTitle} x={4} y={12}>
        {yTitle}
      </text>
      {children}
    </svg>
  );
}
