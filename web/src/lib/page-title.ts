import { useEffect } from 'react';
import { useProductTitle } from '@/lib/session';

/** Names the browser's tab: "Trends · Color Therapy Database". */
export const usePageTitle = (title?: string): void => {
  const product = useProductTitle();
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title, product]);
};
