import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';

/** Whether a domain leads here as it should. */
export function CheckBadge({ isConfigured }: { isConfigured: boolean }) {
  const { t } = useTranslation('ops');
  const Sign = isConfigured ? CircleCheck : TriangleAlert;
  return (
    <Badge tone={isConfigured ? 'green' : 'amber'}>
      <Sign aria-hidden className="size-4" />
      {t(isConfigured ? 'check.configured' : 'check.needsSetup')}
    </Badge>
  );
}
