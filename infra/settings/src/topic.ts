/** What a setting means; with an example for `.env.example`, if it has no default. */
export type Meaning = string | [meaning: string, example: string];

/** Settings of one subject, in the order of the page. */
export interface Topic {
  title: string;
  /** These settings are in no schema: compose itself or the launcher reads them. */
  readBy?: 'compose' | 'launcher';
  settings: Record<string, Meaning>;
}
