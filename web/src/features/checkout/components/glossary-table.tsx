import { glossary } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';

/** The product's 16 terms, each in both languages. */
export function GlossaryTable() {
  const { t } = useTranslation('checkout');
  return (
    <section aria-labelledby="glossary">
      <h2 id="glossary" className="text-xl">
        {t('hourly.glossary.title')}
      </h2>
      <dl aria-labelledby="glossary" className="mt-3 grid gap-x-12 sm:grid-cols-2">
        {glossary.map(({ key, en, kn }) => (
          <div key={key} className="grid grid-cols-2 gap-4 border-t border-line py-2">
            <dt lang="en">{en}</dt>
            <dd lang="kn">{kn}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
