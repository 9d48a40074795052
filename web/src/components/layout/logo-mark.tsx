import { cn } from '@/lib/cn';

/** Cartesian point at `angle` (turns, clockwise from the top) and `radius` around the origin. */
const polarPoint = (angle: number, radius: number): string => {
  const radians = (angle - 0.25) * 2 * Math.PI;
  return `${(Math.cos(radians) * radius).toFixed(2)} ${(Math.sin(radians) * radius).toFixed(2)}`;
};

/** The outline of one field of the ring, as SVG path data; angles are in turns. */
const segmentPath = (from: number, to: number, inner: number, outer: number): string =>
  [
    `M${polarPoint(from, outer)}`,
    `A${outer} ${outer} 0 0 1 ${polarPoint(to, outer)}`,
    `L${polarPoint(to, inner)}`,
    `A${inner} ${inner} 0 0 0 ${polarPoint(from, inner)}`,
    'Z',
  ].join('');

const hues = ['#c9463d', '#e0a32e', '#4f9a5b', '#2b8f9c', '#3f5fae', '#8a4f9e'];

/** The mark: a ring of six pigments around white paper. */
export function LogoMark({ large, className }: { large?: boolean; className?: string }) {
  return (
    <svg
      viewBox="-16 -16 32 32"
      aria-hidden
      className={cn('shrink-0', large ? 'size-16' : 'size-8', className)}
    >
      {hues.map((hue, at) => (
        <path key={hue} d={segmentPath((at + 0.05) / 6, (at + 0.95) / 6, 6, 15)} fill={hue} />
      ))}
    </svg>
  );
}
