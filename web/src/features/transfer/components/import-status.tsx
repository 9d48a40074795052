import type { ImportStatus } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';

const tones = {
  checking: 'blue',
  checked: 'amber',
  running: 'blue',
  completed: 'green',
  cancelled: 'gray',
  failed: 'red',
  undoing: 'blue',
  undone: 'gray',
} as const satisfies Record<ImportStatus, string>;

/** The state of an import in a word. */
export function ImportStatusBadge({ status }: { status: ImportStatus }) {
  const { t } = useTranslation('transfer');
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}
