/** A share from 0 to 1 as "68%"; a dash if there is none yet. Both languages use the same digits. */
export const formatPercent = (share: number | null): string =>
  share === null ? '–' : `${Math.round(share * 100)}%`;

/** A percentage of images with at most one decimal; rounded down, so that 100% means all. */
export const formatCoverage = (percent: number): string => `${Math.floor(percent * 10) / 10}%`;

const grouped = new Intl.NumberFormat('en-IN');

/** A whole number with the groups that India writes: 12,34,567. */
export const formatInteger = (value: number): string => grouped.format(value);
