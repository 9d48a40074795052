import {
  type Category,
  categoryColors,
  type DiseaseCode,
  type Outcome,
  outcomeColors,
} from '@ctdb/contracts';
import { CircleAlert, CircleCheck, CircleDashed, CircleDot, CircleMinus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnumLabels } from '@/i18n/enum-labels';
import { cn } from '@/lib/cn';

const tones = {
  accent: 'bg-accent-soft text-accent',
  primary: 'bg-primary-soft text-primary',
  green: 'bg-success-soft text-success',
  amber: 'bg-caution-soft text-caution',
  yellow: 'bg-yellow-soft text-yellow',
  red: 'bg-danger-soft text-danger',
  blue: 'bg-info-soft text-info',
  gray: 'bg-neutral-soft text-neutral',
};

interface BadgeProps extends ComponentProps<'span'> {
  tone?: keyof typeof tones;
}

/** A word on a tinted background. The word carries the meaning; the color only repeats it. */
export function Badge({ tone = 'gray', className, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={cn(
        'inline-flex w-fit max-w-full items-center gap-1.5 rounded-sm px-2 py-0.5 text-sm font-semibold forced-colors:border',
        tones[tone],
        className,
      )}
    />
  );
}

/** The category of a disease, in the reader's language and the category's color. */
export function CategoryBadge({ category }: { category: Category }) {
  const labels = useEnumLabels();
  return <Badge tone={categoryColors[category]}>{labels.category(category)}</Badge>;
}

/** A classification code of a disease. */
export function CodeBadge({ system, code }: DiseaseCode) {
  return (
    <Badge lang="en">
      {system} {code}
    </Badge>
  );
}

/** Marks a record that came with a new database and that no person has edited. */
export function SampleBadge() {
  const { t } = useTranslation('vocabulary');
  return <Badge tone="amber">{t('sample')}</Badge>;
}

const signs = {
  green: CircleCheck,
  yellow: CircleDot,
  gray: CircleDashed,
  red: CircleAlert,
  blue: CircleDashed,
};
const unchanged: readonly Outcome[] = ['No Change', 'No Effect'];

/** The outcome of an entry, as an icon, a word and a color. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const labels = useEnumLabels();
  const tone = outcomeColors[outcome];
  const StatusIcon = unchanged.includes(outcome) ? CircleMinus : signs[tone];
  return (
    <Badge tone={tone}>
      <StatusIcon aria-hidden className="size-4 shrink-0" />
      {labels.outcome(outcome)}
    </Badge>
  );
}
