import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { Language } from '@/lib/language';

/** Texts that another person saved, in their language. */
export interface SavedText {
  lang: Language;
  /** Blank ones are left out. */
  lines: readonly (string | undefined)[];
}

/** Shows the texts that another person saved. */
export function SavedTexts({ texts }: { texts: SavedText[] }) {
  return (
    <div className="mt-3 max-h-48 overflow-y-auto rounded-md bg-raised px-3 py-2 text-sm">
      {texts.map(({ lang, lines }) => (
        <p key={lang} lang={lang} className="whitespace-pre-line not-last:mb-2 empty:hidden">
          {lines.filter(Boolean).join('\n')}
        </p>
      ))}
    </div>
  );
}

interface ConflictNoticeProps {
  /** What the other person saved, so that the reader can choose. */
  texts: SavedText[];
  onOverwrite: () => void;
  onDiscardMine: () => void;
}

/** Another person saved first: the reader keeps either the typed text or the saved one. */
export function ConflictNotice({ texts, onOverwrite, onDiscardMine }: ConflictNoticeProps) {
  const { t } = useTranslation('forms');
  return (
    <Notice tone="caution" role="alert" title={t('conflict.title')}>
      <p className="mt-1">{t('conflict.text')}</p>
      <SavedTexts texts={texts} />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="small" onClick={onOverwrite}>
          {t('conflict.overwrite')}
        </Button>
        <Button size="small" onClick={onDiscardMine}>
          {t('conflict.discardMine')}
        </Button>
      </div>
    </Notice>
  );
}
