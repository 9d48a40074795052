import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { cn } from '@/lib/cn';
import { endSettingUp, type FirstStep, firstSteps, firstStepsQuery } from '../model/first-steps';

const steps = Object.keys(firstSteps) as FirstStep[];

interface FirstStepsProps {
  onChoose: (() => void) | undefined;
  onDone: () => void;
}

/** Shows an owner's first steps. Each one is ticked when it is done, on any page. */
export default function FirstSteps({ onChoose, onDone }: FirstStepsProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { data, refetch } = useQuery(firstStepsQuery);
  const isDone = data && steps.every((step) => data[step]);
  // A request under way, such as the first one, is not made again.
  useEffect(() => void refetch({ cancelRefetch: false }), [pathname, refetch]);
  useEffect(() => {
    if (isDone) endSettingUp();
  }, [isDone]);
  if (!data || isDone) return null;
  const hide = () => {
    endSettingUp();
    onDone();
    document.getElementById('content')?.focus();
  };
  return (
    <section
      aria-labelledby="first-steps"
      className="rounded-lg border border-line bg-raised px-1 py-3"
    >
      <p id="first-steps" className="flex flex-wrap justify-between gap-x-3 px-3 font-semibold">
        <span>{t('firstSteps.title')}</span>
        <span className="font-normal text-ink-3 tabular-nums">
          {t('firstSteps.done', {
            done: steps.filter((step) => data[step]).length,
            all: steps.length,
          })}
        </span>
      </p>
      <ul className="mt-1">
        {steps.map((step) => {
          const StepIcon = data[step] ? CircleCheck : Circle;
          return (
            <li key={step}>
              <Link
                to={firstSteps[step]}
                onClick={onChoose}
                className="flex min-h-9 items-start gap-2 rounded-md px-3 py-1.5 text-sm hover:bg-sunk focus-visible:-outline-offset-2 coarse:min-h-(--control)"
              >
                <StepIcon
                  aria-hidden
                  className={cn(
                    'mt-[0.15em] size-[1.125em] shrink-0',
                    data[step] ? 'text-success' : 'text-ink-3',
                  )}
                />
                <span className={cn(data[step] && 'text-ink-3 line-through')}>
                  {t(`firstSteps.step.${step}`)}
                </span>
                {data[step] && <span className="sr-only">{t('firstSteps.isDone')}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
      <Button variant="link" onClick={hide} className="ms-3 mt-1 text-sm">
        {t('firstSteps.hide')}
      </Button>
    </section>
  );
}
