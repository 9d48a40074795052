import { cn } from '@/lib/cn';
import { sector } from './wheel';

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
        <path key={hue} d={sector((at + 0.05) / 6, (at + 0.95) / 6, 6, 15)} fill={hue} />
      ))}
    </svg>
  );
}
