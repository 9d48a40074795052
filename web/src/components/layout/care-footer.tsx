import { bilingual } from '@/i18n/bilingual';

/** What the product is not, in both languages, at the end of every page. */
export function CareFooter() {
  return (
    <footer className="mt-auto border-t border-line print:border-0">
      <div className="mx-auto grid max-w-7xl gap-2 px-4 py-6 text-sm text-ink-3 sm:px-6 md:grid-cols-2 md:gap-8">
        <p lang="en">{bilingual.care.en}</p>
        <p lang="kn">{bilingual.care.kn}</p>
      </div>
    </footer>
  );
}
