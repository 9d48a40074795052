import type { AuditEntry } from '@ctdb/contracts';
import i18n from 'i18next';
import { useTranslation } from 'react-i18next';

/** Fields of few values, which have words; in any other a person wrote what stands there. */
const TRANSLATED_FIELDS = ['category', 'type', 'kind', 'stage', 'status', 'fault'];
/** What happens to these is told by the name of its sort; all others by a name that a person gave. */
const KINDS_WITH_FIXED_LABELS = ['backup', 'purchase'];

/** Words for what stands in the audit trail; what is new to this program is shown as it is. */
export const useAuditLabels = () => {
  const { t } = useTranslation('audit');

  /** The text of `name` in `group`, where there is one. */
  const known = (group: string, name: string, otherwise = name): string =>
    // A full stop or a colon inside of a name would lead to another text.
    /^[\w -]+$/.test(name) && i18n.exists(`audit:${group}.${name}`)
      ? t(`${group}.${name}` as 'none')
      : otherwise;

  const valueText = (value: unknown, field: string): string => {
    if (value === undefined || value === null || value === '') return t('value.none');
    if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
    if (typeof value === 'string')
      return TRANSLATED_FIELDS.includes(field) ? known('word', value) : value;
    if (typeof value === 'number') return String(value);
    if (Array.isArray(value))
      return value.map((one) => valueText(one, field)).join('\n') || t('value.none');
    return JSON.stringify(value);
  };

  return {
    /** "Created", "Signed in", and where there are several sorts "Rollback started". */
    actionText: ({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): string => {
      const sort = changes.find(({ field }) => field === 'kind')?.after;
      const plain = known('action', action);
      return typeof sort === 'string' ? known('actionOf', `${sort}-${action}`, plain) : plain;
    },
    /** "Full Backup"; what a person named keeps its name. */
    labelText: ({ kind, label = '' }: Pick<AuditEntry, 'kind' | 'label'>): string =>
      KINDS_WITH_FIXED_LABELS.includes(kind) ? known('label', label) : label,
    /** "English name". */
    fieldText: (field: string): string => known('field', field),
    valueText,
    /** Who did it; a visitor has no name. */
    actorText: ({ name, role }: AuditEntry['actor']): string => name ?? t(`role.${role}`),
  };
};
