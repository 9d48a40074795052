import type { AuditEntry } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useAuditWords } from '../model/use-audit-words';

const kannada = /\p{Script=Kannada}/u;

/** A value in the voice and line height of its own script. */
function Value({ label, value, field }: { label: string; value: unknown; field: string }) {
  const { valueText } = useAuditWords();
  const text = valueText(value, field);
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd
        lang={kannada.test(text) ? 'kn' : 'en'}
        className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-line"
      >
        {text}
      </dd>
    </div>
  );
}

/** Each changed field, before beside after. */
export function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  const { t } = useTranslation('audit');
  const { fieldText } = useAuditWords();
  return (
    <ul className="flex flex-col gap-4 pt-3">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <p className="font-semibold">{fieldText(field)}</p>
          <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
            <Value label={t('before')} value={before} field={field} />
            <Value label={t('after')} value={after} field={field} />
          </dl>
        </li>
      ))}
    </ul>
  );
}
