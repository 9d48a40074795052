import { categoryColours, type Category } from '@ctdb/contracts';
import { useVocabulary } from '@/i18n/use-vocabulary';
import { Badge } from './badge';

/** The category of a disease, in the reader's language and the category's colour. */
export function CategoryBadge({ category }: { category: Category }) {
  const words = useVocabulary();
  return <Badge tone={categoryColours[category]}>{words.category(category)}</Badge>;
}
