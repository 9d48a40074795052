import { loadConfig } from './config.ts';
import { startSandbox } from './start.ts';

const { origin, close } = await startSandbox(loadConfig(process.env));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void close());
console.log(JSON.stringify({ level: 'info', msg: `PayPal stand-in ready at ${origin}` }));
