import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

const tones = {
  info: { ground: 'bg-info-soft', ink: 'text-info', Sign: Info },
  success: { ground: 'bg-accent-soft', ink: 'text-success', Sign: CircleCheck },
  caution: { ground: 'bg-caution-soft', ink: 'text-caution', Sign: TriangleAlert },
  danger: { ground: 'bg-danger-soft', ink: 'text-danger', Sign: CircleAlert },
};

interface NoticeProps extends ComponentProps<'div'> {
  tone?: keyof typeof tones | undefined;
}

/** A remark that stays on the page. Give it `role="alert"` where it appears after an action. */
export function Notice({ tone = 'info', className, children, ...rest }: NoticeProps) {
  const { ground, ink, Sign } = tones[tone];
  return (
    <div {...rest} className={cn('flex gap-3 rounded-md px-4 py-3 text-ink', ground, className)}>
      <Sign aria-hidden className={cn('mt-[0.2em] size-5 shrink-0', ink)} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
