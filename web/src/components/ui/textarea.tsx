import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { controlStyle } from './control-style';
import { useFieldWiring } from './field-context';

/** Grows with its text, where the browser can, between `rows` lines and two thirds of the screen. */
export function Textarea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldWiring()}
      rows={rows}
      {...rest}
      className={cn(
        controlStyle,
        'field-sizing-content read-only:bg-sunk max-h-[66dvh] resize-y py-2',
        className,
      )}
      style={{ minHeight: `calc(${rows} * 1lh + 18px)`, ...rest.style }}
    />
  );
}
