/** May be given to an account: 1 to 100 characters, all of them visible ones or spaces. */
export const isUsername = (username: string): boolean =>
  /^[^\p{C}]{1,100}$/u.test(username) && username.trim() === username;
