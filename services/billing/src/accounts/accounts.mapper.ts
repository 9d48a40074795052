import type { UserDocument } from './user.schema.js';

/** An administrator's account. */
export interface Account {
  accountId: string;
  username: string;
  usernameKey: string;
  passwordHash: string;
  credentialVersion: number;
  lastCommandId: string | undefined;
}

/** Maps a row; `undefined` for one that may not sign in. */
export const toAccount = (user: UserDocument | null): Account | undefined => {
  if (!user?.isAdmin || user.password === undefined) return undefined;
  return {
    accountId: user._id.toHexString(),
    username: user.username,
    usernameKey: user.usernameKey,
    passwordHash: user.password,
    credentialVersion: user.credentialVersion,
    lastCommandId: user.lastCommandId,
  };
};
