import {
  attemptActions,
  type AuditEntry,
  formatMoney,
  planItemNames,
  planPriceField,
} from '@ctdb/contracts';
import i18n from 'i18next';
import { useTranslation } from 'react-i18next';
import { useDates } from '@/lib/dates';

/** Fields with a fixed set of values, which have translations. Other fields hold typed text. */
const TRANSLATED_FIELDS = [
  'category',
  'type',
  'kind',
  'stage',
  'status',
  'fault',
  'role',
  'factor',
];
/** Fields with an amount of money, and its currency. */
const MONEY_FIELDS: Readonly<Record<string, string>> = {
  usd_hourly: 'USD',
  inr_hourly: 'INR',
  ...Object.fromEntries(planItemNames.map((item) => [planPriceField(item), 'INR'])),
};
/** Fields with a moment, of which the day counts. */
const DAY_FIELDS = ['backupsUntil'];
/** Kinds of entries that are labelled by their kind; all others by a name that a person typed. */
const KINDS_WITH_FIXED_LABELS = ['backup', 'purchase', 'setting'];
/** Lists the actions of visitors. Other entries without an actor come from schedules and the first start. */
const VISITOR_ACTIONS: readonly string[] = [...attemptActions, 'refresh-reused'];

/** Labels of the audit trail; a value without a translation is shown unchanged. */
export const useAuditLabels = () => {
  const { t } = useTranslation(['audit', 'forms']);
  const { formatDate } = useDates();

  /** The text of `name` in `group`, if there is one. */
  const known = (group: string, name: string, otherwise = name, namespace = 'audit'): string => {
    const key = `${namespace}:${group}.${name}`;
    // i18next reads a full stop or a colon in a name as a separator.
    return /^[\w -]+$/.test(name) && i18n.exists(key) ? t(key as 'none') : otherwise;
  };

  const valueText = (value: unknown, field: string): string => {
    if (value === undefined || value === null || value === '') return t('value.none');
    if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
    if (typeof value === 'string') {
      const currency = MONEY_FIELDS[field];
      if (currency) return formatMoney(value, currency);
      if (DAY_FIELDS.includes(field)) return formatDate(value);
      return TRANSLATED_FIELDS.includes(field) ? known('word', value) : value;
    }
    if (typeof value === 'number') return String(value);
    if (Array.isArray(value))
      return value.map((one) => valueText(one, field)).join('\n') || t('value.none');
    return JSON.stringify(value);
  };

  return {
    /** "Created", "Logged in"; by kind if the action means something else there: "Rollback started". */
    actionText: ({ action, kind, changes }: Pick<AuditEntry, 'action' | 'kind' | 'changes'>) => {
      const { after: sort = kind } = changes.find(({ field }) => field === 'kind') ?? {};
      return known('actionOf', `${String(sort)}-${action}`, known('action', action));
    },
    /** "Full Backup", or the name that a person typed. */
    labelText: ({ kind, label = '' }: Pick<AuditEntry, 'kind' | 'label'>): string =>
      KINDS_WITH_FIXED_LABELS.includes(kind) ? known('label', label) : label,
    /** "Name (English)"; fields of a disease are labelled as in its form. */
    fieldText: (field: string): string =>
      known('field', field, known('diseaseField', field, field, 'forms')),
    valueText,
    /** Who did it: an administrator's name, else the role. */
    actorText: ({ actor, action }: Pick<AuditEntry, 'actor' | 'action'>): string => {
      const { name, role } = actor;
      const isSystem = role === 'anonymous' && !VISITOR_ACTIONS.includes(action);
      return name ?? t(`role.${isSystem ? 'system' : role}`);
    },
  };
};
