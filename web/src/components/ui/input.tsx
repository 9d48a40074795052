import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { controlStyle } from './control-style';
import { useFieldWiring } from './field-context';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...useFieldWiring()}
      {...rest}
      className={cn(controlStyle, 'read-only:bg-sunk', className)}
    />
  );
}
