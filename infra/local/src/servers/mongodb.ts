import { which } from '../which.ts';
import type { BackingServer } from './backing-server.ts';
import { startFerretdb } from './ferretdb.ts';
import { startMongod } from './mongod.ts';

const USUAL_PORT = 27_017;

/** The database: a MongoDB server where there is one, else FerretDB on PostgreSQL. */
export const mongodb: BackingServer = {
  title: 'MongoDB',
  variable: 'MONGODB_URI',
  usualPort: USUAL_PORT,
  program: 'mongod',
  privateOrigin: 'from the private Debian',
  findProgram: async () => which('mongod'),
  startProgram: (context, program) => startMongod(context, program, USUAL_PORT),
  startPrivate: (context) => startFerretdb(context, USUAL_PORT),
};
