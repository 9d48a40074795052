import { clsx, type ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: {
    theme: { text: ['sm', 'base', 'lg', 'xl', '2xl', '3xl'], leading: ['body', 'heading'] },
  },
});

/** Joins class names; of two that set the same property, the later one stays. */
export const cn = (...classes: ClassValue[]): string => merge(clsx(classes));
