import { DomainError } from '@ctdb/contracts';
import { isCommonPassword } from './common-passwords.js';

/** The rule that a new password violates. */
export type PasswordFault = 'BROKEN_UNICODE' | 'TOO_SHORT' | 'TOO_COMMON';

/** Finds the first fault of a new password; length is counted in characters. */
export const passwordFault = (
  password: string,
  username: string,
  minLength: number,
): PasswordFault | undefined => {
  // A lone surrogate is hashed as U+FFFD: all such passwords would be one and the same.
  if (!password.isWellFormed()) return 'BROKEN_UNICODE';
  if ([...password].length < minLength) return 'TOO_SHORT';
  if (isCommonPassword(password, username)) return 'TOO_COMMON';
  return undefined;
};

/** Throws the error that belongs to the first fault of a new password, if it has one. */
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
