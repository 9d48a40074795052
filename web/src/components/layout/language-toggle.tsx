import { useTranslation } from 'react-i18next';
import { setLanguage } from '@/i18n';
import { ownNames } from '@/i18n/bilingual';
import { otherLanguage } from '@/i18n/language';
import { useLanguage } from '@/i18n/use-language';
import { Button } from '@/components/ui/button';

/** Shows the other language under its own name; a press switches everything to it. */
export function LanguageToggle() {
  const { t } = useTranslation();
  const other = otherLanguage(useLanguage());
  return (
    <Button
      look="quiet"
      className="px-3"
      // The visible name comes first, so that speaking it works (WCAG 2.5.3).
      aria-label={`${ownNames[other]} (${t('language.switchTo', { language: t(`language.${other}`) })})`}
      onClick={() => void setLanguage(other)}
    >
      <span lang={other}>{ownNames[other]}</span>
    </Button>
  );
}
