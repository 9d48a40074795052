import type { Ports } from '../ports.ts';
import type { Secrets } from '../secrets.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';

/** What a backing server needs to come up. */
export interface ServerContext {
  env: NodeJS.ProcessEnv;
  dataFolder: string;
  secrets: Secrets;
  ports: Ports;
  supervisor: Supervisor;
  signal: AbortSignal;
  /** The private Debian root, built at the first call. */
  debianRoot: () => Promise<string>;
  /** Where what is built once per machine is kept. */
  cache: string;
}

/** A server that the product needs, and the ways to come by one. */
export interface BackingServer {
  /** As the operator knows it. */
  title: string;
  /** The environment variable with its address, for the operator and for the services. */
  variable: string;
  /** The port that an address without one means. */
  usualPort: number;
  /** What could be installed on PATH instead. */
  program: string;
  /** A program on PATH that suits, undefined when there is none. */
  findProgram: () => Promise<string | undefined>;
  /** How the private one comes about. */
  privateOrigin: string;
  /** What it is signed in to with, by environment variable; an address with a password in it needs none. */
  credentials?: (secrets: Secrets) => Record<string, string>;
  /** Whether `startPrivate` would have to build for minutes: the rest then need not wait for it. */
  takesMinutes?: (cache: string) => boolean;
  /** Starts the program found on PATH; returns the address. */
  startProgram: (context: ServerContext, program: string) => Promise<string>;
  /** Starts the one that only we use; returns the address. */
  startPrivate: (context: ServerContext) => Promise<string>;
}
