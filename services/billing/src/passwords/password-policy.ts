import { DomainError } from '@ctdb/contracts';
import { isCommonPassword } from './common-passwords.js';

/** The rule that a new password violates. */
export type PasswordFault = 'BROKEN_UNICODE' | 'TOO_SHORT' | 'TOO_COMMON';

/** Finds the first rule that a new password violates; length is counted in characters. */
export const passwordFault = (
  password: string,
  username: string,
  minLength: number,
): PasswordFault | undefined => {
  // A lone surrogate is hashed as U+FFFD, so all such passwords would match each other.
  if (!password.isWellFormed()) return 'BROKEN_UNICODE';
  if ([...password].length < minLength) return 'TOO_SHORT';
  if (isCommonPassword(password, username)) return 'TOO_COMMON';
  return undefined;
};

/** Throws if a new password violates a rule. */
export const assertPassword = (password: string, username: string, minLength: number): void => {
  const fault = passwordFault(password, username, minLength);
  switch (fault) {
    case undefined:
      return;
    case 'BROKEN_UNICODE':
      throw new DomainError('VALIDATION_FAILED', {
        faults: [{ path: 'newPassword', code: 'BROKEN_UNICODE' }],
      });
    case 'TOO_SHORT':
      throw new DomainError('PASSWORD_TOO_SHORT', { min: minLength });
    case 'TOO_COMMON':
      throw new DomainError('PASSWORD_TOO_COMMON');
  }
};
