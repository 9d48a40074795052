import type { AuditEntry, TextPart } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ConfirmButton } from '@/components/confirm-button';
import { Badge } from '@/components/ui/badge';
import { ListRow } from '@/components/ui/list-row';
import { UserText } from '@/components/ui/prose';
import { call, routes } from '@/lib/api';
import { detectLanguage, useLanguage } from '@/lib/language';
import { useDates } from '@/lib/dates';
import { useReloadAfter } from '@/lib/run-action';
import { useAuditLabels } from '../model/use-audit-labels';

/** A value in the voice and line height of its own script. */
function Value({ label, value, field }: { label: string; value: unknown; field: string }) {
  const { valueText } = useAuditLabels();
  const text = valueText(value, field);
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd
        lang={detectLanguage(text)}
        className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-line"
      >
        {text}
      </dd>
    </div>
  );
}

const marks = { same: 'span', removed: 'del', added: 'ins' } as const;

/** A long text: what was removed is struck through, what was added underlined. */
function Difference({ parts }: { parts: readonly TextPart[] }) {
  const text = parts.map(({ part }) => part).join('');
  return (
    <p
      lang={detectLanguage(text)}
      className="wrap-anywhere whitespace-pre-line [&_del]:bg-danger-soft [&_ins]:bg-accent-soft"
    >
      {parts.map(({ kind, part }, index) => {
        const Mark = marks[kind];
        // The parts of an entry do not change.
        return <Mark key={index}>{part}</Mark>;
      })}
    </p>
  );
}

/** Each changed field, before beside after. */
function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  const { t } = useTranslation('audit');
  const { fieldText } = useAuditLabels();
  return (
    <ul className="flex flex-col gap-4 pt-3">
      {changes.map(({ field, before, after, difference }) => (
        <li key={field}>
          <p className="font-semibold">{fieldText(field)}</p>
          {difference && <Difference parts={difference} />}
          {/* Of personal texts only the field is known. */}
          {(before !== undefined || after !== undefined) && (
            <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
              <Value label={t('before')} value={before} field={field} />
              <Value label={t('after')} value={after} field={field} />
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}

const PLACE_FIELDS = ['diseaseId', 'treatmentId'];

/** Who did what, when, and what it changed. */
export function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const { formatDateTime } = useDates();
  const labels = useAuditLabels();
  const language = useLanguage();
  const reloadAfter = useReloadAfter({ queryKey: ['audit'] });
  const { id, at, kind, label, source, disease, sequence, erasedAt } = entry;
  // Its name says it better.
  const changes = entry.changes.filter(({ field }) => !disease || !PLACE_FIELDS.includes(field));
  const ownName = language === 'kn' ? disease?.nameKn : disease?.nameEn;
  const name = ownName ?? disease?.nameEn ?? disease?.id;
  const isErasable = sequence !== undefined && !erasedAt;
  return (
    <ListRow
      title={labels.actionText(entry)}
      badges={
        <>
          <Badge>{t(`kind.${kind}`)}</Badge>
          {label && <UserText className="min-w-0">{labels.labelText(entry)}</UserText>}
        </>
      }
    >
      <p>
        <UserText>{labels.actorText(entry)}</UserText> ·{' '}
        <time dateTime={at}>{formatDateTime(at)}</time> ·{' '}
        {sequence === undefined ? t('unchained') : t('number', { sequence })}
      </p>
      {/* The disease, or the treatment of it, that the entry is about. */}
      {disease && kind !== 'disease' && (
        <Link
          to={`/app?disease=${disease.id}`}
          className="w-fit wrap-anywhere text-accent underline coarse:py-2"
        >
          {t(entry.treatmentId === undefined ? 'disease' : 'treatment', { name })}
        </Link>
      )}
      {entry.action === 'imported' && entry.objectId && (
        <Link
          to={`/admin-transfer?import=${entry.objectId}&undo`}
          className="w-fit text-accent underline coarse:py-2"
        >
          {t('undoImport')}
        </Link>
      )}
      {/* Hashes of address and account, each of which leads to its other entries. */}
      {source && (
        <p className="flex flex-wrap gap-x-4">
          {(['address', 'account'] as const).map((from) => {
            const hash = source[from];
            return (
              hash && (
                <span key={from}>
                  {t(`source.${from}`)}{' '}
                  <Link
                    to={`?source=${hash}`}
                    aria-label={t('source.named', { hash })}
                    className="text-accent underline"
                  >
                    <code>{hash}</code>
                  </Link>
                </span>
              )
            );
          })}
        </p>
      )}
      {erasedAt && <p>{t('erased', { when: formatDateTime(erasedAt) })}</p>}
      {(changes.length > 0 || (isErasable && label)) && (
        <details className="text-base text-ink">
          <summary className="w-fit rounded-sm py-1 font-semibold text-accent coarse:py-2">
            {changes.length > 0 && kind !== 'security'
              ? t('changes', { count: changes.length })
              : t('details')}
          </summary>
          <Changes changes={changes} />
          {/* Erases all but who did what and when. */}
          {isErasable && (
            <ConfirmButton
              size="small"
              className="mt-4"
              aria-label={t('erase.named', { sequence })}
              action={t('erase.action')}
              question={t('erase.question')}
              consequence={t('erase.consequence')}
              failed={t('erase.failed')}
              run={() => reloadAfter(call(routes.eraseAuditDetails, { params: { id } }))}
            />
          )}
        </details>
      )}
    </ListRow>
  );
}
