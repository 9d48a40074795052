import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

/** The documents of a YAML text; throws what is wrong with it, with line and column. */
export const documentsIn = (text: string): unknown[] =>
  parseAllDocuments(text).map((document) => {
    const [fault] = document.errors;
    if (fault) throw fault;
    return document.toJS() as unknown;
  });

/** The documents of a YAML file. */
export const readDocuments = (path: string): unknown[] => {
  try {
    return documentsIn(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read`, { cause: error });
  }
};
