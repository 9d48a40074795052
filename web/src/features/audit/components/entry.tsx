import type { AuditEntry } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { useLanguage } from '@/i18n/use-language';
import { formatMoment } from '@/lib/moments';
import { useAuditWords } from '../model/use-audit-words';
import { Changes } from './changes';

/** Who did what, when, and what it changed. */
export function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const language = useLanguage();
  const words = useAuditWords();
  const { at, actor, kind, label, changes } = entry;
  return (
    <li className="flex flex-col gap-1 border-b border-line py-4 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{words.actionText(entry)}</span>
        <Badge>{t(`kind.${kind}`)}</Badge>
        {label && <span className="min-w-0 wrap-anywhere">{words.labelText(entry)}</span>}
      </p>
      <p className="text-sm text-ink-2 tabular-nums">
        <span className="wrap-anywhere">{words.actorText(actor)}</span> ·{' '}
        <time dateTime={at}>{formatMoment(at, language)}</time>
      </p>
      {changes.length > 0 && (
        <details>
          <summary className="w-fit rounded-sm py-1 font-semibold text-accent coarse:py-2">
            {t('changes', { count: changes.length })}
          </summary>
          <Changes changes={changes} />
        </details>
      )}
    </li>
  );
}
