import type { ImportDetail } from '@ctdb/contracts';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Badge } from '@/components/ui/badge';
import { LocalText } from '@/components/ui/prose';
import { formatInteger } from '@/lib/numbers';

interface ListProps {
  title: string;
  /** How many there are; further ones than the items are only counted. */
  total: number;
  items: readonly { key: string; content: ReactNode }[];
}

/** A list that scrolls in itself. */
function List({ title, total, items }: ListProps) {
  const { t } = useTranslation('transfer');
  const id = useId();
  if (items.length === 0) return null;
  return (
    <div>
      <h4 id={id} className="mb-1 font-semibold">
        {title}
      </h4>
      <ul aria-labelledby={id} tabIndex={0} className="max-h-80 overflow-y-auto">
        {items.map(({ key, content }) => (
          <li key={key} className="border-b border-line py-2 wrap-anywhere last:border-b-0">
            {content}
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p className="mt-1 text-sm text-ink-3">
          {t('more', { shown: formatInteger(items.length), total: formatInteger(total) })}
        </p>
      )}
    </div>
  );
}

/** Why rows are refused. */
export function Refusals({ detail: { refusals, refused } }: { detail: ImportDetail }) {
  const { t } = useTranslation(['transfer', 'faults']);
  return (
    <List
      title={t('refusals')}
      total={Math.max(refused, refusals.length)}
      items={refusals.map(({ line, field, code, params }, index) => ({
        key: `${index}`,
        content: (
          <>
            <span className="tabular-nums">{t('line', { line })}</span>
            {field && (
              <>
                {' · '}
                <code lang="en">{field}</code>
              </>
            )}
            : <span className="text-ink-2">{t(`faults:${code}`, { ...params })}</span>
          </>
        ),
      }))}
    />
  );
}

/** What an import will create and change. */
export function PlannedChanges({ detail }: { detail: ImportDetail }) {
  const { t } = useTranslation('transfer');
  return (
    <List
      title={t('planned')}
      total={detail.created + detail.updated}
      items={detail.planned.map(({ line, action, nameEn, nameKn, fields }) => ({
        key: `${line}`,
        content: (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={action === 'create' ? 'green' : 'blue'}>{t(`planAction.${action}`)}</Badge>
            <LocalText text={nameEn} textKn={nameKn} />
            {fields.length > 0 && (
              <code lang="en" className="text-sm text-ink-2">
                {fields.join(', ')}
              </code>
            )}
          </span>
        ),
      }))}
    />
  );
}

/** What an undoing has left as it is. */
export function KeptDiseases({ detail: { keptDiseases, kept } }: { detail: ImportDetail }) {
  const { t } = useTranslation('transfer');
  return (
    <List
      title={t('keptDiseases')}
      total={kept}
      items={keptDiseases.map(({ diseaseId, nameEn, nameKn }) => ({
        key: diseaseId,
        content: (
          <Link to={`/app?disease=${diseaseId}`} className="text-accent underline">
            <LocalText text={nameEn} textKn={nameKn} />
          </Link>
        ),
      }))}
    />
  );
}
