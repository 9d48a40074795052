import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';

/** A voice from practice; the one that is shipped says that it is an example. */
export function Testimonial() {
  const { t } = useTranslation('landing');
  return (
    <section className="border-t border-line py-12">
      <figure className="max-w-3xl">
        <Badge>{t('testimonial.label')}</Badge>
        <blockquote className="mt-4 text-xl leading-body">{t('testimonial.text')}</blockquote>
        <figcaption className="mt-3 text-sm text-ink-3">{t('testimonial.author')}</figcaption>
      </figure>
    </section>
  );
}
