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
  /** How many there are; further ones than the items are only counted. */
  total: number;
  /** How many the items are, if not one each. */
  listed?: number;
  items: readonly T[];
  row: (item: T) => ReactNode;
}

/** A list that scrolls in itself. */
function List<T>(props: ListProps<T>) {
  const { title, help, total, items, row, listed = items.length } = props;
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

/** Why rows are refused. */
export function Refusals({ detail: { refusals, refused } }: { detail: ImportDetail }) {
  const { t } = useTranslation(['transfer', 'faults']);
  return (
    <List
      title={t('refusals')}
      total={Math.max(refused, refusals.length)}
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
  );
}

function Place({ line, field }: { line: number; field: string }) {
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

/** Texts and protocols that an import takes away. */
export function Losses({ detail: { losses, status } }: { detail: ImportDetail }) {
  const { t } = useTranslation('transfer');
  return (
    <List
      title={t(status === 'checking' || status === 'checked' ? 'losses.plan' : 'losses.done')}
      total={losses.length}
      items={losses}
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
  );
}

/** New diseases that are called very like others. */
export function SimilarNames({ detail: { similarNames, similar } }: { detail: ImportDetail }) {
  const { t } = useTranslation('transfer');
  return (
    <List
      title={t('similar.title')}
      help={t('similar.help')}
      total={similar}
      items={similarNames}
      row={({ line, nameEn, nameKn, other }) => (
        <>
          <Place line={line} field="" />
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
  );
}

/** Which column is which, where the headers do not say it, and which sheet is read. */
export function Columns({ detail: { columns, sheet, otherSheets } }: { detail: ImportDetail }) {
  const { t } = useTranslation('transfer');
  const named = columns.filter(({ header, field }) => header !== '' && header !== field);
  return (
    <>
      {sheet !== undefined && otherSheets > 0 && (
        <p>{t('otherSheets', { sheet, count: otherSheets })}</p>
      )}
      <List
        title={t('columns.read')}
        total={named.length}
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
    </>
  );
}

/** Shows the plan for each row of the file. */
export function RowResults({ detail: { rowRanges, rows } }: { detail: ImportDetail }) {
  const { t } = useTranslation('transfer');
  const listed = rowRanges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (rowRanges.length === 0) return null;
  return (
    <Unfold title={t('rowResults.title')}>
      <List
        title={t('rowResults.all')}
        total={rows}
        listed={listed}
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
  );
}

/** Lists the records that an import will create and change. */
export function PlannedChanges({ detail }: { detail: ImportDetail }) {
  const { t } = useTranslation('transfer');
  return (
    <List
      title={t('planned')}
      total={detail.created + detail.updated}
      items={detail.planned}
      row={({ action, nameEn, nameKn, fields }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={action === 'create' ? 'green' : 'blue'}>{t(`planAction.${action}`)}</Badge>
          <LocalText text={nameEn} textKn={nameKn} />
          {fields.length > 0 && (
            <code lang="en" className="text-sm text-ink-2">
              {fields.join(', ')}
            </code>
          )}
        </span>
      )}
    />
  );
}

/** Lists the records that undoing has left as they are. */
export function KeptDiseases({ detail: { keptDiseases, kept } }: { detail: ImportDetail }) {
  const { t } = useTranslation('transfer');
  return (
    <List
      title={t('keptDiseases')}
      total={kept}
      items={keptDiseases}
      row={({ diseaseId, nameEn, nameKn }) => (
        <Link to={`/app?disease=${diseaseId}`} className="text-accent underline">
          <LocalText text={nameEn} textKn={nameKn} />
        </Link>
      )}
    />
  );
}
