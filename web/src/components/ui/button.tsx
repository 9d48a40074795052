import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { cn } from '@/lib/cn';

const box = [
  'inline-flex max-w-full min-w-6 shrink-0 items-center justify-center gap-2 rounded-md font-semibold',
  'border text-center transition-colors duration-100',
  'disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50',
  '[&_svg]:size-[1.125em] [&_svg]:shrink-0',
];

const link = [
  'inline-flex min-h-6 items-center gap-2 rounded-sm font-semibold text-accent underline',
  'decoration-1 underline-offset-4 hover:text-accent-hover coarse:min-h-(--control)',
  'disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-[1.125em] [&_svg]:shrink-0',
];

const variants = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border-line-strong bg-raised text-ink hover:bg-sunk',
  quiet: 'border-transparent text-ink-2 hover:bg-sunk hover:text-ink data-popup-open:bg-sunk',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
};

const sizes = {
  medium: 'min-h-(--control) px-4 py-1 text-base',
  small: 'min-h-(--control-small) px-3 py-0.5 text-sm',
  large: 'min-h-12 px-6 py-2 text-lg',
  icon: 'size-(--control) p-0 text-lg',
  'icon-small': 'size-(--control-small) p-0 text-base',
};

interface ButtonStyle {
  /** `link`: underlined text, for the lesser way beside a button. */
  variant?: keyof typeof variants | 'link' | undefined;
  size?: keyof typeof sizes | undefined;
}

/** The style that buttons and links-as-buttons share. */
export const buttonStyle = ({ variant = 'secondary', size = 'medium' }: ButtonStyle): string =>
  variant === 'link' ? cn(link) : cn(box, variants[variant], sizes[size]);

/** A spinner. Add a text, because the spinner is hidden from screen readers. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden
      className={cn('size-5 animate-spin', className)}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** An operation is running: the button keeps its focus, shows a spinner and ignores clicks. */
  pending?: boolean;
}

export function Button({
  variant,
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
      // Prevent the native submit, because a pending button is not disabled in the DOM.
      type={pending ? 'button' : type}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? undefined : onClick}
      className={cn(buttonStyle({ variant, size }), className)}
    >
      {pending && <Spinner />}
      {/* Of its own, because a browser that translates the page replaces bare text. */}
      <span className="contents">{children}</span>
    </button>
  );
}

/** A link with the style of a button. */
export function LinkButton({
  variant,
  size,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonStyle) {
  return <Link {...rest} className={cn(buttonStyle({ variant, size }), className)} />;
}
