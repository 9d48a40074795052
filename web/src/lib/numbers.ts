import { toPlain } from '@ctdb/contracts';

/** A share from 0 to 1 as "68%"; a dash if there is none yet. Both languages use the same digits. */
export const formatPercent = (share: number | null): string =>
  share === null ? '–' : `${Math.round(share * 100)}%`;

/** A percentage of images with at most one decimal; rounded down, so that 100% means all. */
export const formatCoverage = (percent: number): string => `${Math.floor(percent * 10) / 10}%`;

const grouped = new Intl.NumberFormat('en-IN');

/** A whole number with the groups that India writes: 12,34,567. */
export const formatInteger = (value: number): string => grouped.format(value);

const GB = 1_000_000_000;
const MB = 1_000_000;

/** A size in MB or GB, with one decimal. */
export const formatBytes = (bytes: number): string =>
  bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${(bytes / MB).toFixed(1)} MB`;

/** Replaces the digits of any script by those of ASCII: "೧೪" is "14". */
export const foldDigits = (text: string): string => text.replace(/\p{Nd}/gu, toPlain);

/** "1,299.50", "1,00,000" */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/;

/** A typed amount in plain digits, without the commas of thousands; other text stays as it is. */
export const parseAmount = (typed: string): string => {
  const text = foldDigits(typed).trim();
  return GROUPED.test(text) ? text.replaceAll(',', '') : text;
};
