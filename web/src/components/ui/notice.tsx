import { cva, type VariantProps } from 'class-variance-authority';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

const style = cva('flex gap-3 rounded-md px-4 py-3 text-ink [&>svg]:mt-[0.2em]', {
  variants: {
    tone: {
      info: 'bg-info-soft [&>svg]:text-info',
      success: 'bg-accent-soft [&>svg]:text-success',
      caution: 'bg-caution-soft [&>svg]:text-caution',
      danger: 'bg-danger-soft [&>svg]:text-danger',
    },
  },
  defaultVariants: { tone: 'info' },
});
const signs = { info: Info, success: CircleCheck, caution: TriangleAlert, danger: CircleAlert };

/** A remark that stays on the page. Give it `role="alert"` where it appears after an action. */
export function Notice({
  tone,
  className,
  children,
  ...rest
}: ComponentProps<'div'> & VariantProps<typeof style>) {
  const Sign = signs[tone ?? 'info'];
  return (
    <div {...rest} className={cn(style({ tone }), className)}>
      <Sign aria-hidden className="size-5 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
