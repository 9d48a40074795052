/** A share from 0 to 1 as "68%"; a dash where there is none yet. Digits are the same in both languages. */
export const percent = (share: number | null): string =>
  share === null ? '–' : `${Math.round(share * 100)}%`;

const grouped = new Intl.NumberFormat('en-IN');

/** A whole number with the groups that India writes: 12,34,567. */
export const whole = (value: number): string => grouped.format(value);
