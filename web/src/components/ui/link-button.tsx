import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { cn } from '@/lib/cn';
import { buttonStyle, type ButtonStyle } from './button-style';

/** A link that looks like a button: it goes somewhere, it does nothing. */
export function LinkButton({
  look,
  size,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonStyle) {
  return <Link {...rest} className={cn(buttonStyle({ look, size }), className)} />;
}
