import { UNREAD_COLUMN, type ImportDetail } from '@ctdb/contracts';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Badge } from '@/components/ui/badge';
import { LocalText } from '@/components/ui/prose';
import { Unfold } from '@/components/unfold';
import { formatInteger } from '@/lib/numbers';

interface ListProps<T> {
  title: string;
  /** Says how to correct them. */
  help?: string;
  /** How many there are, if not all are listed; further ones are only counted. */
  total?: number;
  /** How many the items are, if not one each. */
  listed?: number;
  items: readonly T[];
  row: (item: T) => ReactNode;
}

/** A list that scrolls in itself. */
function List<T>(props: ListProps<T>) {
  const { title, help, items, row, listed = items.length, total = listed } = props;
  const { t } = useTranslation('transfer');
  const id = useId();
  if (items.length === 0) return null;
  return (
    <div>
      <h4 id={id} className="mb-1 font-semibold">
        {title}
      </h4>
      {help && <p className="mb-1 max-w-prose text-sm text-ink-2">{help}</p>}
      <ul aria-labelledby={id} tabIndex={0} className="max-h-80 overflow-y-auto">
        {items.map((item, at) => (
          // The items of one import never change places.
          <li key={at} className="border-b border-line py-2 wrap-anywhere last:border-b-0">
            {row(item)}
          </li>
        ))}
      </ul>
      {total > listed && (
        <p className="mt-1 text-sm text-ink-3">
          {t('more', { shown: formatInteger(listed), total: formatInteger(total) })}
        </p>
      )}
    </div>
  );
}

function Place({ line, field }: { line: number; field?: string }) {
  const { t } = useTranslation('transfer');
  return (
    <>
      <span className="tabular-nums">{t('line', { line })}</span>
      {field && (
        <>
          {' · '}
          <code lang="en">{field}</code>
        </>
      )}
    </>
  );
}

/** What an import does, in lists: what stays, is lost, doubtful, refused, planned, and how its file is read. */
export function ImportLists({ detail }: { detail: ImportDetail }) {
  const { t } = useTranslation(['transfer', 'faults']);
  const { status, refusals, columns, sheet, otherSheets, rowRanges } = detail;
  const isPlan = status === 'checking' || status === 'checked';
  /** Those whose headers do not say which they are. */
  const named = columns.filter(({ header, field }) => header !== '' && header !== field);
  return (
    <>
      <List
        title={t('keptDiseases')}
        total={detail.kept}
        items={detail.keptDiseases}
        row={({ diseaseId, nameEn, nameKn }) => (
          <Link to={`/app?disease=${diseaseId}`} className="text-accent underline">
            <LocalText text={nameEn} textKn={nameKn} />
          </Link>
        )}
      />
      <List
        title={t(isPlan ? 'losses.plan' : 'losses.done')}
        items={detail.losses}
        row={({ line, nameEn, nameKn, field, kind, before, after }) => (
          <>
            <LocalText text={nameEn} textKn={nameKn} />
            {' · '}
            <Place line={line} field={field} />
            {': '}
            <span className="text-ink-2">{t(`losses.kind.${kind}`)}</span>
            <p className="text-sm whitespace-pre-line text-ink-2">
              <del>{before}</del> <ins>{after}</ins>
            </p>
          </>
        )}
      />
      <List
        title={t('similar.title')}
        help={t('similar.help')}
        total={detail.similar}
        items={detail.similarNames}
        row={({ line, nameEn, nameKn, other }) => (
          <>
            <Place line={line} />
            {' · '}
            <LocalText text={nameEn} textKn={nameKn} />
            {' ≈ '}
            <Link to={`/app?disease=${other.diseaseId}`} className="text-accent underline">
              <LocalText text={other.nameEn} textKn={other.nameKn} />
            </Link>{' '}
            <code lang="en" className="text-sm text-ink-2">
              {other.diseaseId}
            </code>
          </>
        )}
      />
      <List
        title={t('refusals')}
        total={Math.max(detail.refused, refusals.length)}
        items={refusals}
        row={({ line, field, code, params, value, allowed }) => (
          <>
            <Place line={line} field={field} />
            {': '}
            <span className="text-ink-2">{t(`faults:${code}`, { ...params })}</span>
            {value !== undefined && (
              <p className="text-sm text-ink-2">
                <span>{t('given')}</span> <q>{value}</q>
              </p>
            )}
            {allowed && (
              <p className="text-sm text-ink-2">
                <span>{t('allowed')}</span> <span lang="en">{allowed.join(', ')}</span>
              </p>
            )}
          </>
        )}
      />
      {status === 'checked' && (
        <List
          title={t('planned')}
          total={detail.created + detail.updated}
          items={detail.planned}
          row={({ action, nameEn, nameKn, fields }) => (
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone={action === 'create' ? 'green' : 'blue'}>
                {t(`planAction.${action}`)}
              </Badge>
              <LocalText text={nameEn} textKn={nameKn} />
              {fields.length > 0 && (
                <code lang="en" className="text-sm text-ink-2">
                  {fields.join(', ')}
                </code>
              )}
            </span>
          )}
        />
      )}
      {sheet !== undefined && otherSheets > 0 && (
        <p>{t('otherSheets', { sheet, count: otherSheets })}</p>
      )}
      <List
        title={t('columns.read')}
        items={named}
        row={({ header, field }) => (
          <>
            <q>{header}</q>
            {': '}
            {field === '' || field === UNREAD_COLUMN ? (
              <span>{t('columns.unread')}</span>
            ) : (
              <code lang="en">{field}</code>
            )}
          </>
        )}
      />
      {rowRanges.length > 0 && (
        <Unfold title={t('rowResults.title')}>
          <List
            title={t('rowResults.all')}
            total={detail.rows}
            listed={rowRanges.reduce((sum, { from, to }) => sum + to - from + 1, 0)}
            items={rowRanges}
            row={({ from, to, result, because }) => (
              <>
                <span className="tabular-nums">
                  {from === to ? t('line', { line: from }) : t('lines', { from, to })}
                </span>
                {': '}
                <span className="text-ink-2">{t(`rowResults.${result}`, { line: because })}</span>
              </>
            )}
          />
        </Unfold>
      )}
    </>
  );
}
