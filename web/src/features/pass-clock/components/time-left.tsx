import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cn } from '@/lib/cn';
import { shownTime } from '../model/time-left';

/** The countdown. A timer is not read out by itself; the warning before the end is. */
export function TimeLeft({ ms, near }: { ms: number; near: boolean }) {
  const { t } = useTranslation('gate');
  const shown = shownTime(ms);
  return (
    <span
      role="timer"
      className={cn(
        'inline-flex items-center gap-1.5 rounded-sm px-2 py-0.5 font-semibold whitespace-nowrap tabular-nums',
        near ? 'bg-caution-soft text-caution' : 'text-ink-2',
      )}
    >
      <Clock aria-hidden className="size-[1.125em] shrink-0" />
      <VisuallyHidden>{t('clock.left')}: </VisuallyHidden>
      {'days' in shown ? t('clock.days', { count: shown.days }) : shown.clock}
    </span>
  );
}
