/** What is typed into the change-password form. */
export interface PasswordFields {
  current: string;
  next: string;
  confirm: string;
}

/** The first thing that is wrong, in the order in which the specification checks. */
export const passwordFault = (
  { current, next, confirm }: PasswordFields,
  min: number,
): 'missing' | 'mismatch' | 'tooShort' | undefined => {
  if (!current || !next || !confirm) return 'missing';
  if (next !== confirm) return 'mismatch';
  if (next.length < min) return 'tooShort';
  return undefined;
};
