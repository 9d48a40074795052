import { useTranslation } from 'react-i18next';

const names = ['registry', 'search', 'protocols', 'history', 'trends', 'privacy'] as const;

/** What is inside, as the contents page of a book would say it. */
export function Features() {
  const { t } = useTranslation('landing');
  return (
    <section aria-labelledby="features" className="py-12">
      <h2 id="features" className="text-xl">
        {t('features.title')}
      </h2>
      <ul className="mt-6 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {names.map((name) => (
          <li key={name} className="border-t border-line py-6">
            <h3 className="text-lg">{t(`features.${name}.title`)}</h3>
            <p className="mt-1 text-ink-2">{t(`features.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
