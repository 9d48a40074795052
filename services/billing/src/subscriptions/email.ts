/** Normalises an e-mail address: lower case, without outer spaces. */
export const emailKey = (email: string): string =>
  email.toWellFormed().normalize('NFC').trim().toLowerCase();
