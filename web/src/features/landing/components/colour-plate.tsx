import { sector } from '@/components/layout/wheel';
import { cn } from '@/lib/cn';

const HUES = 24;
const RINGS = 5;
const INNER = 34;
const RING = 25;
const GAP = 1.6;

/** Paler towards the centre; yellows lighter and blues darker, as pigments are. */
const shade = (hue: number, ring: number): string => {
  const degrees = (hue / HUES) * 360 + 20;
  const warmth = Math.cos(((degrees - 105) * Math.PI) / 180);
  const depth = ring / (RINGS - 1);
  const lightness = 0.93 - 0.31 * depth + 0.08 * warmth * depth;
  const chroma = 0.03 + 0.105 * depth;
  return `oklch(${lightness.toFixed(3)} ${chroma.toFixed(3)} ${degrees.toFixed(1)})`;
};

/** A field's outline, with a gap of even width to its neighbours. */
const field = (hue: number, ring: number): string => {
  const inner = INNER + ring * RING;
  const outer = inner + RING - GAP;
  const margin = GAP / 2 / (2 * Math.PI * ((inner + outer) / 2));
  return sector(hue / HUES + margin, (hue + 1) / HUES - margin, inner, outer);
};

const fields = Array.from({ length: HUES * RINGS }, (_, at) => {
  const hue = at % HUES;
  const ring = Math.floor(at / HUES);
  return { key: at, path: field(hue, ring), fill: shade(hue, ring) };
});

/** The plate of the book: a wheel of 24 pigments in five depths. An ornament, silent to readers. */
export function ColourPlate({ className }: { className?: string }) {
  return (
    <svg viewBox="-160 -160 320 320" aria-hidden className={cn('h-auto w-full', className)}>
      {fields.map(({ key, path, fill }) => (
        <path key={key} d={path} fill={fill} />
      ))}
    </svg>
  );
}
