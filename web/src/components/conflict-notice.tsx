import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { Language } from '@/lib/language';

/** A text that another person saved, in its language. */
export interface SavedText {
  lang: Language;
  text: string;
}

/** Shows the texts that another person saved. */
export function SavedTexts({ texts }: { texts: SavedText[] }) {
  return (
    <div className="mt-3 max-h-48 overflow-y-auto rounded-md bg-raised px-3 py-2 text-sm">
      {texts.map(
        ({ lang, text }) =>
          text && (
            <p key={lang} lang={lang} className="whitespace-pre-line not-last:mb-2">
              {text}
            </p>
          ),
      )}
    </div>
  );
}

interface ConflictNoticeProps {
  /** The values that the other person saved, as text, so that the reader can choose. */
  serverValues: SavedText[];
  onOverwrite: () => void;
  onDiscardMine: () => void;
}

/** Another person saved first: the reader keeps either the typed text or the saved one. */
export function ConflictNotice({ serverValues, onOverwrite, onDiscardMine }: ConflictNoticeProps) {
  const { t } = useTranslation('forms');
  return (
    <Notice tone="caution" role="alert">
      <p className="font-semibold">{t('conflict.title')}</p>
      <p className="mt-1">{t('conflict.text')}</p>
      <SavedTexts texts={serverValues} />
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
