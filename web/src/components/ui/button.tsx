import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { buttonStyle, type ButtonStyle } from './button-style';
import { Spinner } from './spinner';

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Work is under way: the button keeps its place and focus, turns, and does nothing more. */
  pending?: boolean;
}

export function Button({
  look,
  size,
  pending = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // A native submit would go on while `pending` only looks disabled.
      type={pending ? 'button' : type}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? undefined : onClick}
      className={cn(buttonStyle({ look, size }), className)}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
}
