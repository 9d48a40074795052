import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

const block = (selector: string): Record<string, string> => {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(start, css.indexOf('\n}', start));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1] ?? '', m[2] ?? '']),
  );
};

/** Relative luminance as WCAG 2.2 defines it. */
const luminance = (hex: string): number => {
  const channel = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
};

const contrast = (a: string, b: string): number => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

const papers = ['paper', 'raised', 'sunk'];
const inks = ['ink', 'ink-2', 'ink-3', 'accent', 'accent-hover', 'danger', 'success', 'info'];
const labels = ['primary', 'success', 'caution', 'yellow', 'danger', 'info', 'neutral', 'accent'];

const textPairs: [string, string][] = [
  ...inks.flatMap((ink) => papers.map((paper): [string, string] => [ink, paper])),
  ...labels.map((label): [string, string] => [label, `${label}-soft`]),
  ...['danger', 'caution', 'info', 'accent', 'neutral'].map((soft): [string, string] => [
    'ink',
    `${soft}-soft`,
  ]),
  ['ink-2', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
];
const edgePairs = papers.flatMap((paper): [string, string][] => [
  ['line-strong', paper],
  ['accent', paper],
  ...['green', 'yellow', 'red', 'blue', 'gray'].map((band): [string, string] => [
    `chart-${band}`,
    paper,
  ]),
]);

describe.each([
  ['light', ':root'],
  ['dark', "[data-theme='dark']"],
])('tokens of the %s theme', (_name, selector) => {
  const tokens = block(selector);
  const token = (name: string): string => {
    const value = tokens[name];
    if (value === undefined) throw new Error(`token --${name} is missing`);
    return value;
  };

  it.each(textPairs)('%s on %s can be read (4.5:1)', (ink, paper) => {
    expect(contrast(token(ink), token(paper))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(edgePairs)('%s on %s can be seen (3:1)', (edge, paper) => {
    expect(contrast(token(edge), token(paper))).toBeGreaterThanOrEqual(3);
  });
});
