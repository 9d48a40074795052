import { clsx, type ClassValue } from 'clsx';

/**
 * Joins class names. A later class does not win over an earlier one of the same property: give a
 * component only classes that it does not set itself (margins, width, place in a grid).
 */
export const cn = (...classes: ClassValue[]): string => clsx(classes);
