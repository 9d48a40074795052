import { cn } from '@/lib/cn';

/** The first of the six fields; the others are turned by 60 degrees each. */
const FIELD = 'M0.79 -14.98A15 15 0 0 1 12.58 -8.17L5.03 -3.27A6 6 0 0 0 0.31 -5.99Z';
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
        <path key={hue} d={FIELD} fill={hue} transform={`rotate(${at * 60})`} />
      ))}
    </svg>
  );
}
