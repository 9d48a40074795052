/** A program with its arguments, as spawn takes them. */
export interface ProgramCall {
  command: string;
  args: string[];
}

/** A long-running process that the supervisor keeps alive. */
export interface ChildSpec extends ProgramCall {
  name: string;
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** Where it listens, for run.json. */
  port?: number;
  /** Asks it to end in order; SIGTERM unless given. */
  stopSignal?: NodeJS.Signals;
  /** Whether `stopSignal` goes to the process alone and not to its whole group. */
  stopAlone?: boolean;
  /** A quiet child's lines go to its log file only. */
  quiet?: boolean;
  /** Whether it can do its work now. */
  isReady: () => Promise<boolean>;
  /** How long its first start may take before the launcher gives up. */
  readyWithinMs?: number;
  /** Called before every start, the first and each restart. */
  beforeStart?: () => void;
  /** Told every line that it writes. */
  onLine?: (line: string) => void;
}
