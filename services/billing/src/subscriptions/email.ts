/** An e-mail address as it is stored and compared: without regard to case and outer spaces. */
export const emailKey = (email: string): string =>
  email.toWellFormed().normalize('NFC').trim().toLowerCase();
