import { EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { useSession } from '@/lib/session';

/** Says of an entry that is not published who sees it. */
export function UnpublishedBadge({ isPublished }: { isPublished: boolean }) {
  const { t } = useTranslation('entries');
  const { role } = useSession();
  if (isPublished) return null;
  return (
    <Badge tone="blue">
      <EyeOff aria-hidden className="size-4 shrink-0" />
      {t(role === 'pass' ? 'entry.onlyYours' : 'entry.onlyTheirs')}
    </Badge>
  );
}

/** Shows to a buyer who will see an entry, before it is written or corrected. */
export function AudienceHint({ isPublished }: { isPublished: boolean }) {
  const { t } = useTranslation('entries');
  const { role, plan } = useSession();
  if (role !== 'pass') return null;
  const texts = [t(isPublished ? 'entry.correctionAudience' : 'entry.audience')];
  if (plan === 'hourly') texts.push(t('entry.audienceHourly'));
  return <p className="text-sm text-ink-2">{texts.join(' ')}</p>;
}
