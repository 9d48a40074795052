import { useTranslation } from 'react-i18next';

/** The first stop of the Tab key: past the header, to the page's own content. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0"
    >
      {t('nav.skip')}
    </a>
  );
}
