/**
 * The key by which a username is found, whatever its case, width or composition. Broken Unicode
 * becomes the replacement character, so that the lookup works and finds no account.
 */
export const usernameKey = (username: string): string =>
  username.trim().toWellFormed().normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');

/** May be given to an account: 1 to 100 characters, all of them visible ones or spaces. */
export const isUsername = (username: string): boolean =>
  /^[^\p{C}]{1,100}$/u.test(username) && username.trim() === username;
