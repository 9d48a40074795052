import type { listMentions, Mention, ReplyOf } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { UserText } from '@/components/ui/prose';
import { getName, useLanguage } from '@/lib/language';
import { formatDay } from '@/lib/dates';

/** Texts that contain the name of a patient. */
export type Mentions = ReplyOf<typeof listMentions>;

const tabs = { note: '&tab=notes', history: '&tab=history', treatment: '', disease: '' } as const;
const pathOf = ({ kind, diseaseId }: Mention) => `/app?disease=${diseaseId}${tabs[kind]}`;

/** The places of texts as links; each opens beside this page, which keeps the list. */
export function MentionList({ mentions: { items, total } }: { mentions: Mentions }) {
  const { t } = useTranslation('patients');
  const language = useLanguage();
  return (
    <>
      <ul className="my-2 flex max-h-64 list-disc flex-col gap-1 overflow-y-auto ps-5">
        {items.map((mention) => (
          <li key={mention.id}>
            <a
              href={pathOf(mention)}
              target="_blank"
              rel="noreferrer"
              className="rounded-sm text-accent underline underline-offset-4"
            >
              <UserText>
                {[
                  t(`mentions.kind.${mention.kind}`),
                  getName(mention, language),
                  mention.date && formatDay(mention.date, language),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </UserText>
            </a>
          </li>
        ))}
      </ul>
      {items.length < total && (
        <p className="text-ink-2">{t('mentions.more', { shown: items.length, total })}</p>
      )}
    </>
  );
}
